/** Names of colours that are words of CSS. */
const words = new Set(
  `aqua aquamarine beige black blue brown chocolate coral crimson cyan fuchsia gold gray green grey indigo ivory khaki
  lavender lime linen magenta maroon navy olive orange orchid pink plum purple red salmon sienna silver tan teal
  tomato turquoise violet white yellow darkblue darkgreen darkred forestgreen lightblue lightgreen lightgrey
  midnightblue royalblue skyblue slategrey steelblue`.split(/\s+/),
);

/** Other usual names, and the word of CSS that is next to them. */
const others: Record<string, string> = {
  anthracite: 'darkslategrey',
  burgundy: 'maroon',
  charcoal: 'darkslategrey',
  cream: 'cornsilk',
  emerald: 'seagreen',
  mint: 'aquamarine',
  mustard: 'goldenrod',
  rose: 'pink',
  ruby: 'crimson',
  sand: 'burlywood',
};

/** @returns the word of CSS for a name like 'Forest Green' or 'Heather Grey'; undefined if it names no colour */
export function colourOf(name: string): string | undefined {
  const parts = name.toLowerCase().split(/[\s-]+/);
  return [parts.join(''), parts.at(-1) ?? '']
    .map((word) =>
      words.has(word) ? word : Object.hasOwn(others, word) ? others[word] : undefined,
    )
    .find((word) => word !== undefined);
}
