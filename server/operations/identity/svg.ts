/**
 * Checks and sanitises the SVG of a logo. What can run, load or repeat is refused with a sentence; what editors add beside
 * it (metadata, names of layers, comments) is left out. Shoppers get it as a picture, with a policy of its own as well.
 */
import sanitizeHtml, { type Attributes } from 'sanitize-html';
import { SaxesParser } from 'saxes';
import { quote } from '../../platform/quote.ts';
import { sizeOfSvg } from '../../shop/identity/app-icon.ts';
import { findNestedReference } from './svg-references.ts';

const SVG_MAX_BYTES = 100_000;

/** No `use`, `pattern` and filters: a small file could keep a browser busy. */
const ELEMENTS =
  'svg g defs title desc path rect circle ellipse line polyline polygon text tspan linearGradient radialGradient stop clipPath mask';
const ATTRIBUTES =
  'xmlns viewBox preserveAspectRatio id width height x y x1 y1 x2 y2 cx cy r rx ry fx fy d dx dy points transform opacity fill fill-opacity fill-rule stroke stroke-width stroke-opacity stroke-linecap stroke-linejoin stroke-miterlimit stroke-dasharray stroke-dashoffset clip-path clip-rule clipPathUnits mask maskUnits maskContentUnits gradientUnits gradientTransform spreadMethod offset stop-color stop-opacity font-family font-size font-weight font-style letter-spacing text-anchor color style href xlink:href xmlns:xlink';
/** Left out with all that is in them. So is any element of an editor, whose name has a prefix. */
const LEFT_OUT = ['metadata'];
/** In a value, only references to the file itself, by ids as they are written. */
const FOREIGN_VALUE = /url\(\s*['"]?(?!\s*['"]?#)|url\([^)]*%|@import|\\|javascript:|expression\(/i;

const elements = new Set(ELEMENTS.split(' '));
const NAMESPACE = 'http://www.w3.org/2000/svg';

interface CheckedSvg {
  /** What the browser gets. Sanitising it again changes nothing. */
  svg: string;
  /** What is wrong; the SVG must not be used then. */
  problem?: string;
}

export function sanitizeSvg(text: string): CheckedSvg {
  if (Buffer.byteLength(text) > SVG_MAX_BYTES) {
    return refuse(`has more than ${SVG_MAX_BYTES / 1_000} kB`);
  }
  const malformed = findMalformed(text);
  if (malformed !== undefined) return refuse(malformed);
  let problem: string | undefined;
  const svg = sanitizeHtml(text, {
    parser: { xmlMode: true },
    allowedTags: [...elements],
    allowedAttributes: { '*': ATTRIBUTES.split(' ') },
    allowedSchemes: [],
    nonTextTags: LEFT_OUT,
    parseStyleAttributes: false,
    transformTags: {
      '*': (tagName, attribs) => {
        problem ??= findProblem(tagName, attribs);
        return { tagName, attribs };
      },
    },
    exclusiveFilter: ({ tag }) => tag.includes(':'),
  }).trim();
  problem ??= findNestedReference(text);
  if (problem !== undefined) return refuse(problem);
  return sizeOfSvg(svg) === undefined
    ? refuse('has no viewBox like "0 0 120 32", by which its size is known')
    : { svg };
}

const refuse = (problem: string): CheckedSvg => ({ svg: '', problem });

/** @returns why it is no XML with the root `svg`; it must be, since a browser reads it as XML */
function findMalformed(text: string): string | undefined {
  let failure: string | undefined;
  let root: { name: string; namespace: unknown } | undefined;
  const parser = new SaxesParser();
  parser.on('error', ({ message }) => {
    failure ??= `is no XML: ${message.replace(/^\d+:\d+: /, '').replace(/\.$/, '')} (line ${parser.line})`;
  });
  parser.on('doctype', () => {
    failure ??= 'has a DOCTYPE: leave it out';
  });
  parser.on('opentag', ({ name, attributes }) => {
    root ??= { name, namespace: attributes.xmlns };
  });
  parser.write(text).close();
  if (failure !== undefined) return failure;
  const isSvg = root?.name === 'svg' && root.namespace === NAMESPACE;
  return isSvg ? undefined : `is no SVG: it must begin with <svg xmlns="${NAMESPACE}"`;
}

function findProblem(element: string, attributes: Attributes): string | undefined {
  if (!elements.has(element) && !LEFT_OUT.includes(element) && !element.includes(':')) {
    return `has <${element}>, which a logo may not have: draw it with paths, shapes, texts and gradients`;
  }
  for (const [name, value] of Object.entries(attributes)) {
    if (/^on/i.test(name)) return `has the script ${name}: leave it out`;
    if (name === 'style' && /filter/i.test(value)) {
      return `has a filter in style, which a logo may not have: ${quote(value)}`;
    }
    const isReference = /^(?:xlink:)?(?:href|src)$/i.test(name);
    if ((isReference && !value.startsWith('#')) || FOREIGN_VALUE.test(value)) {
      return `refers to ${quote(value)} in ${name}: it may refer only to parts of itself`;
    }
  }
  return undefined;
}
