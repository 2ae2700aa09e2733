/** The elements of HTML, with the obsolete ones that descriptions of products still have. */

/** Elements that do not separate words: `<b>co</b>mpact` is one word. */
export const inlineElements: ReadonlySet<string> = new Set(
  `a abbr acronym b bdi bdo big cite code data del dfn em font i ins kbd mark nobr q s samp small span strike strong
  sub sup time tt u var wbr`.split(/\s+/),
);

/** Elements whose content is not text for readers. */
export const hiddenElements: ReadonlySet<string> = new Set(['script', 'style', 'template']);

export const htmlElements: ReadonlySet<string> = new Set([
  ...inlineElements,
  ...hiddenElements,
  ...`address area article aside audio base blockquote body br button canvas caption center col colgroup datalist dd
  details dialog dir div dl dt embed fieldset figcaption figure footer form frame frameset h1 h2 h3 h4 h5 h6 head
  header hgroup hr html iframe img input label legend li link main map menu meta meter nav noscript object ol optgroup
  option output p param picture pre progress ruby rp rt search section select slot source summary svg table tbody td
  textarea tfoot th thead title tr track ul video`.split(/\s+/),
]);
