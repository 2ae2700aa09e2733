import { expect, onTestFinished, test, vi } from 'vitest';
import { sanitizeSvg } from './svg.ts';
import { StyleSheet } from './svg-style.ts';

const ROOT = 'xmlns="http://www.w3.org/2000/svg" viewBox="0 0 120 32"';
const svg = (content: string, attributes = '') => `<svg ${ROOT} ${attributes}>${content}</svg>`;

const MASKS =
  '<mask id="b"><path d=""/></mask><mask id="a"><path d="" mask="url(#b)"/></mask><g mask="url(#a)"/>';

test.each(['a'.repeat(90_000), 'a,'.repeat(45_000), '/*'.repeat(45_000), '.a{}'.repeat(20_000)])(
  'a long style sheet takes no long time',
  (css) => {
    const start = performance.now();
    const sheet = new StyleSheet(css);
    sheet.of('path', { class: 'a '.repeat(20_000) });
    // Milliseconds of any machine, where seconds would pass if the work grew with the square of the length.
    expect(performance.now() - start).toBeLessThan(2_000);
  },
);

test.each([`<mask id="m'"><rect mask="url(&quot;#n'&quot;)"/></mask><mask id="n'"/>`])(
  'a quote in an id hides no mask in a mask',
  (content) => {
    expect(sanitizeSvg(svg(content)).problem).toMatch('which refers to');
  },
);

test.each([
  'mask:var(--m)',
  'mask:image-set(&quot;http://e/x&quot; 1x)',
  'fill:image(&quot;x&quot;)',
])('the style %s is refused', (style) => {
  expect(sanitizeSvg(svg(`<path d="M0 0" style="${style}"/>`)).problem).toMatch('refers to');
});

test('a style with a prefix is refused, because the drawing needs it; editors’ elements are left out', () => {
  const style = (name: string) => svg(`<s:style xmlns:s="${name}">.a{fill:red}</s:style>`);
  expect(sanitizeSvg(style('http://www.w3.org/2000/svg')).problem).toMatch('has <s:style>');
  expect(sanitizeSvg(style('urn:editor')).problem).toBeUndefined();
});

test('a mask of gradients is drawn, and so are groups in groups that are clipped', () => {
  const drawn =
    svg(`<linearGradient id="a"/><linearGradient id="b" xlink:href="#a" xmlns:xlink="x"/>
    <mask id="c"><path d="" fill="url(#b)"/></mask><clipPath id="d"><path d=""/></clipPath>
    <g mask="url(#c)"><g clip-path="url(#d)"><path d=""/></g></g>`);
  expect(sanitizeSvg(drawn).problem).toBeUndefined();
});

test('what an editor saves is kept as far as it draws, and sanitising it again changes nothing', () => {
  const drawn = svg(`<!-- Drawn by hand -->
    <metadata><rdf:RDF xmlns:rdf="r">Somebody</rdf:RDF></metadata>
    <sodipodi:namedview xmlns:sodipodi="s" id="view"><sodipodi:grid/></sodipodi:namedview>
    <defs><linearGradient id="a"><stop offset="0" stop-color="#fff"/></linearGradient></defs>
    <path style="fill:url(#a);stroke:none" d="M0 0h10" data-layer="1"/>
    <g display="none"><path visibility="hidden" d=""/></g>
    <text x="1">Birch &amp; Bloom</text>`);
  const { svg: kept, problem } = sanitizeSvg(`<?xml version="1.0"?>\n${drawn}`);
  expect(problem).toBeUndefined();
  expect(kept).toContain('<linearGradient id="a"><stop offset="0" stop-color="#fff"></stop>');
  expect(kept).toContain('<path style="fill:url(#a);stroke:none" d="M0 0h10"></path>');
  expect(kept).toContain('<text x="1">Birch &amp; Bloom</text>');
  expect(kept).toContain('<g display="none"><path visibility="hidden" d=""></path></g>');
  expect(kept).not.toMatch(/Somebody|sodipodi|data-layer|hand/);
  expect(sanitizeSvg(kept)).toEqual({ svg: kept });
});

/** As Illustrator's Save As writes it. */
const ILLUSTRATOR = `<?xml version="1.0" encoding="utf-8"?>
<!-- Generator: Adobe Illustrator 27.0.0, SVG Export Plug-In . SVG Version: 6.00 Build 0)  -->
<!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" "http://www.w3.org/Graphics/SVG/1.1/DTD/svg11.dtd">
<svg version="1.1" id="Layer_1" ${ROOT} x="0px" y="0px" style="enable-background:new 0 0 120 32;" xml:space="preserve">
<metadata><sfw xmlns="http://ns.adobe.com/SaveForWeb/1.0/"><slices></slices></sfw></metadata>
<style type="text/css"><![CDATA[
  .st1, .st0 { clip-path: url(#a) }
  .st1{opacity:1}
  .st0{fill:#0F766E;} /* the mark */
  circle{fill:red}
]]></style>
<clipPath id="a"><path d="M0 0h9v9"/></clipPath>
<path class="st0" d="M0 0h9"/><circle class=" st0 st1 " r="4" style="stroke:#000"/></svg>`;

test('a style sheet of Illustrator becomes attributes, in the order of CSS', () => {
  const { svg: kept, problem } = sanitizeSvg(ILLUSTRATOR);
  expect(problem).toBeUndefined();
  expect(kept).toContain('<path d="M0 0h9" style="clip-path: url(#a);fill:#0F766E;"></path>');
  expect(kept).toContain(
    '<circle r="4" style="fill:red;clip-path: url(#a);opacity:1;fill:#0F766E;stroke:#000"></circle>',
  );
  expect(kept).not.toMatch(/DOCTYPE|class|<style|slices/);
  expect(sanitizeSvg(kept)).toEqual({ svg: kept });
});

test('styles that many elements share take no more room than a logo', () => {
  const body = `fill:#${'0'.repeat(30_000)}`;
  const many = svg(`<style>.a{${body}}</style>${'<g class="a"/>'.repeat(1_000)}`);
  const read = vi.spyOn(StyleSheet.prototype, 'of');
  onTestFinished(() => read.mockRestore());
  expect(sanitizeSvg(many).problem).toMatch(/^has more than 100 kB/);
  expect(read.mock.calls.length).toBeLessThan(10);
  const names = Array.from({ length: 5_000 }, (_, n) => `a${n}`);
  const one = svg(`<style>.${names.join(',.')}{${body}}</style><g class="${names.join(' ')}"/>`);
  expect(sanitizeSvg(one).svg.length).toBeLessThan(31_000);
});

test.each([
  ['a script', svg('<script>alert(1)</script>'), 'has <script>, which'],
  ['a script in a CDATA section', svg('<script><![CDATA[alert(1)]]></script>'), 'has <script>'],
  ['a handler', svg('', 'onload="alert(1)"'), 'has the script onload'],
  ['HTML', svg('<foreignObject/>'), 'has <foreignObject>, which'],
  ['a picture', svg('<image href="https://a.example/b.png"/>'), 'has <image>, which'],
  ['a link', svg('<a href="javascript:alert(1)"><path d=""/></a>'), 'has <a>, which'],
  ['an animation', svg('<set attributeName="href" to="javascript:alert(1)"/>'), 'has <set>'],
  ['repetition', svg('<use href="#a"/>'), 'has <use>, which'],
  ['an import of styles', svg('<style>@import "https://a.example"</style>'), 'has the style "@im'],
  [
    'an embedded font',
    svg('<style>@font-face{src:url(//a.example)}</style>'),
    'has the style "@font',
  ],
  [
    'combined selectors',
    svg('<style>g path{fill:red}</style>'),
    'has the style "g path{fill:red}"',
  ],
  [
    'styles for media',
    svg('<style>@media print{.a{fill:red}}</style>'),
    'has the style "@media pri',
  ],
  ['styles for print', svg('<style media="print">.a{fill:red}</style>'), 'has styles for media: '],
  [
    'a fill from elsewhere by a style sheet',
    svg('<style>.a{fill:url(//a.example)}</style><g class="a"/>'),
    'in style: it may',
  ],
  [
    'a filter by a style sheet',
    svg('<style>.a{filter:blur(9px)}</style><g class="a"/>'),
    'has a filter in style',
  ],
  [
    'a mask in a mask by a style sheet',
    svg(`<style>.a{mask:url(#b)}</style>${MASKS.replace('mask="url(#b)"', 'class="a"')}`),
    'has <mask id="a">, which refers to <mask id="b">',
  ],
  ['a filter', svg('<g filter="url(#a)"/>'), 'has the attribute filter in <g>, which a logo'],
  [
    'an unknown attribute',
    svg('<g marker-end="url(#a)"/>'),
    'Styling: Presentation Attributes, in Inkscape as Plain SVG',
  ],
  ['a fill from elsewhere', svg('<path fill="url(https://a.example/#b)"/>'), 'in fill: it may'],
  ['one with an entity', svg('<path fill="&#117;rl(//a.example)"/>'), 'in fill: it may'],
  ['one with an escape', svg('<path style="fill:u\\72l(//a.example)"/>'), 'in style: it may'],
  ['a reference', svg('<path href="//a.example"/>'), 'in href: it may'],
  ['a filter', svg('<g style="filter:blur(9px)"/>'), 'has a filter in style, which'],
  ['a reference by another spelling', svg('<g mask="url(#%61)"/>'), 'in mask: it may'],
  ['a mask in a mask', svg(MASKS), 'has <mask id="a">, which refers to <mask id="b">: what is'],
  [
    'one by style',
    svg(MASKS.replace('mask="url(#b)"', 'style="mask:url( \'#b\' )"')),
    'refers to <m',
  ],
  [
    'a mask of itself',
    svg('<mask id="a" mask="url(#a)"/>'),
    '<mask id="a">, which refers to <mask',
  ],
  [
    'a clipping path in a mask',
    svg('<mask id="a"><g><g clip-path="url(#b)"/></g></mask><clipPath id="b"/>'),
    'has <mask id="a">, which refers to <clipPath id="b">',
  ],
  ['entities', `<!DOCTYPE svg [<!ENTITY a "b">]>${svg('&a;')}`, 'has a DOCTYPE'],
  ['an open element', `<svg ${ROOT}><g></svg>`, 'is no XML: unexpected close tag (line 1)'],
  ['HTML alone', '<html/>', 'is no SVG: it must begin with <svg xmlns='],
  ['no size', '<svg xmlns="http://www.w3.org/2000/svg"/>', 'has no viewBox like'],
  ['too much', svg('<g/>'.repeat(25_001)), 'has more than 100 kB'],
])('an SVG with %s is refused with a sentence', (_, text, problem) => {
  expect(sanitizeSvg(text)).toEqual({ svg: '', problem: expect.stringContaining(problem) });
});

test.each([
  '<svg:script xmlns:svg="http://www.w3.org/2000/svg">alert(1)</svg:script>',
  '<g xmlns:h="http://www.w3.org/1999/xhtml"><h:script>alert(1)</h:script></g>',
])('an element with a prefix is left out: %s', (content) => {
  expect(sanitizeSvg(svg(content)).svg).not.toContain('script');
});
