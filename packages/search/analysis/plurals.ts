/** Makes both forms of an English noun one term: `shelves` and `shelf`. */

/** Each plural with its singular. Most would follow a rule below that is wrong for them; some words are no plurals. */
const IRREGULAR: ReadonlyMap<string, string> = new Map(
  [
    // Others in -ches, -xes, -oes and -zes lose the e as well.
    'aches ache, axes axe, brioches brioche, caches cache, canoes canoe, headaches headache',
    'moustaches moustache, mustaches mustache, niches niche, pickaxes pickaxe, quiches quiche, quizzes quiz',
    // Others in -ses keep the e, and others in -s are plurals.
    'atlas atlas, atlases atlas, buses bus, canvas canvas, canvases canvas, gases gas, irises iris',
    'lens lens, lenses lens, thermos thermos, thermoses thermos',
    // Others in -us and -is are no plurals, and neither are others of three letters.
    'cds cd, cpus cpu, emus emu, gpus gpu, kiwis kiwi, menus menu, pcs pc, saris sari, taxis taxi, tutus tutu, tvs tv',
    'antennae antenna, cacti cactus, elves elf, fungi fungus, geese goose, men man, mice mouse, oxen ox',
    'snowmen snowman, wives wife, women woman, children child, grandchildren grandchild, feet foot, teeth tooth',
  ].flatMap((line) => line.split(', ').map((pair) => pair.split(' ') as [string, string])),
);

/** Others in -ies are plurals of words in -y. */
const NOUNS_IN_IE: ReadonlySet<string> = new Set(
  (
    'aussie barbie beanie birdie bogie bookie bootie bowtie brownie budgie caddie calorie ' +
    'collie cookie cutie doggie foodie genie goalie goodie groupie hippie hoodie junkie lassie lingerie magpie ' +
    'menagerie movie necktie newbie nightie onesie patisserie pinkie pixie prairie quickie rookie rotisserie selfie ' +
    'smartie smoothie sortie sweetie talkie techie townie veggie walkie wedgie yorkie zombie'
  ).split(' '),
);

/** The first rule that fits a word counts. A rule must make the same of both forms. */
const RULES: readonly [form: RegExp, singular: string][] = [
  [/(?<=[a-z]{2})ies$/, 'y'], // batteries; but ties
  [/(?<=shel|hal|cal|lea|loa|scar|wol|thie|hoo)ves$/, 'f'], // bookshelves
  [/knives$/, 'knife'],
  [/eau[sx]$/, 'eau'],
  [/(?<=(?:[a-z]in|a|j|k)i)s$/, ''], // bikinis, bonsais, emojis, skis; but tennis
  [/(?<=ss|sh|ch|x|zz|tz)es$/, ''], // dresses, brushes, watches, boxes
  [/(?<=[a-z]{3}o)(?<!sho)es$/, ''], // tomatoes; but shoes
  [/(?<=[a-z]{2}[^aeo]us)es$/, ''], // viruses; but blouses and fuses
  [/(?<=[a-z]{3})(?<!s|u|i)s$/, ''], // lamps; but gas, glass, virus, tennis
];

/** The term of a word in lower case. */
export function singular(word: string): string {
  // A digit among the letters is a typo.
  if (!/^[a-z]+\d?[a-z]+[ehinstx]$/.test(word)) return word;
  // A possessive has lost its apostrophe: men's, mens.
  const stem = word.replace(/s$/, '');
  const known =
    IRREGULAR.get(word) ?? IRREGULAR.get(stem) ?? (NOUNS_IN_IE.has(stem) ? stem : undefined);
  if (known !== undefined) return known;
  const [form, term = ''] = RULES.find(([form]) => form.test(word)) ?? [];
  return form === undefined ? word : word.replace(form, term);
}

/** Whether a word differs from its term. */
export function looksPlural(word: string): boolean {
  return singular(word) !== word;
}
