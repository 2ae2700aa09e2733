import { expect, test } from 'vitest';
import { tokenize } from './tokenize.ts';

/** What shops sell: one and many. */
const pairs = [
  'hoodie hoodies, cookie cookies, movie movies, beanie beanies, selfie selfies',
  'smoothie smoothies, brownie brownies, onesie onesies, bootie booties, zombie zombies',
  'genie genies, pixie pixies, pie pies, tie ties, necktie neckties, bowtie bowties',
  'birdie birdies, goalie goalies, calorie calories, baby babies, battery batteries, body bodies',
  'berry berries, strawberry strawberries, accessory accessories, diary diaries, candy candies',
  'pony ponies, puppy puppies, toy toys, key keys, tray trays, monkey monkeys, trolley trolleys',
  'tv TVs, cd CDs, dvd DVDs, pc PCs, led LEDs, cpu CPUs, gpu GPUs, ssd SSDs, bus buses',
  'walkie walkies, gas gases, lens lenses, canvas canvases, atlas atlases, iris irises',
  'virus viruses, cactus cactuses, cactus cacti, stylus styluses, bonus bonuses, walrus walruses',
  'octopus octopuses, campus campuses, fuse fuses, blouse blouses, house houses, mouse mice',
  'case cases, suitcase suitcases, pillowcase pillowcases, bookcase bookcases, vase vases',
  'base bases, hose hoses, rose roses, nose noses, cheese cheeses, purse purses, horse horses',
  'nurse nurses, license licenses, thermos thermoses, glass glasses, dress dresses',
  'mattress mattresses, compass compasses, cross crosses, harness harnesses, box boxes, fox foxes',
  'axe axes, pickaxe pickaxes, tax taxes, watch watches, torch torches, bench benches',
  'couch couches, switch switches, brush brushes, dish dishes, radish radishes, leash leashes',
  'headache headaches, quiche quiches, niche niches, moustache moustaches, brioche brioches',
  'cache caches, quiz quizzes, waltz waltzes, size sizes, prize prizes, maze mazes',
  'tomato tomatoes, potato potatoes, mango mangoes, hero heroes, volcano volcanoes',
  'flamingo flamingoes, domino dominoes, mosquito mosquitoes, photo photos, piano pianos',
  'kimono kimonos, radio radios, video videos, studio studios, shoe shoes, snowshoe snowshoes',
  'horseshoe horseshoes, canoe canoes, hoe hoes, knife knives, jackknife jackknives',
  'shelf shelves, bookshelf bookshelves, leaf leaves, loaf loaves, scarf scarves, half halves',
  'wolf wolves, calf calves, elf elves, hoof hooves, wife wives, thief thieves, glove gloves',
  'sleeve sleeves, olive olives, valve valves, stove stoves, curve curves, man men, woman women',
  "man's men's, snowman snowmen, child children, child's children's, foot feet, tooth teeth",
  'goose geese, ox oxen, bikini bikinis, tankini tankinis, ski skis, kiwi kiwis, taxi taxis',
  'panini paninis, khaki khakis, emoji emojis, menu menus, tutu tutus, emu emus, gateau gateaux',
  'bureau bureaux, plateau plateaus, antenna antennae, fungus fungi, anchovy anchovies',
].flatMap((line) => line.split(', ').map((pair) => pair.split(' ')));

test('173 words of shops have one term for one and many', () => {
  expect(pairs).toHaveLength(173);
  const terms = (word = '') => tokenize(word).join(' ');
  expect(pairs.filter(([one, many]) => terms(one) !== terms(many))).toEqual([]);
});

test.each([
  'bus',
  'gas',
  'glass',
  'gps',
  'lens',
  'tennis',
  'virus',
  'leave',
  'halve',
  'sleeve',
  'tie',
])('%s is no plural', (word) => {
  expect(tokenize(word)).toEqual([word]);
});
