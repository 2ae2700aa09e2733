/**
 * Checks and sanitises the SVG of a logo. What can run, load or repeat is refused with a sentence, and so is an attribute that is
 * not known, because the drawing would be another one without it. What editors add beside the drawing (metadata, names of
 * layers, comments) is left out, and style sheets become style attributes. Shoppers get it as a picture, with a policy of its
 * own as well.
 */
import sanitizeHtml, { type Attributes } from 'sanitize-html';
import { SaxesParser } from 'saxes';
import { quote } from '../../platform/quote.ts';
import { sizeOfSvg } from '../../shop/identity/app-icon.ts';
import { findNestedReference } from './svg-references.ts';
import { StyleSheet } from './svg-style.ts';

const SVG_MAX_BYTES = 100_000;
const TOO_LARGE = `has more than ${SVG_MAX_BYTES / 1_000} kB, with its styles at each element`;

/** No `use`, `pattern` and filters: a small file could keep a browser busy. */
const ELEMENTS =
  'svg g defs title desc path rect circle ellipse line polyline polygon text tspan linearGradient radialGradient stop clipPath mask';
const ATTRIBUTES =
  'xmlns viewBox preserveAspectRatio id width height x y x1 y1 x2 y2 cx cy r rx ry fx fy fr d dx dy rotate points pathLength textLength lengthAdjust transform transform-origin gradientUnits gradientTransform spreadMethod offset clipPathUnits maskUnits maskContentUnits style href xlink:href xmlns:xlink xml:space';
/** Those of CSS that an element may have as attributes. */
const PRESENTATION =
  'alignment-baseline baseline-shift clip clip-path clip-rule color color-interpolation color-rendering direction display dominant-baseline fill fill-opacity fill-rule font-family font-size font-size-adjust font-stretch font-style font-variant font-weight image-rendering letter-spacing mask mask-type mix-blend-mode opacity overflow paint-order shape-rendering stop-color stop-opacity stroke stroke-dasharray stroke-dashoffset stroke-linecap stroke-linejoin stroke-miterlimit stroke-opacity stroke-width text-anchor text-decoration text-rendering unicode-bidi vector-effect visibility word-spacing writing-mode';
/** Change nothing in a picture. */
const WITHOUT_EFFECT =
  /^(?:class|version|baseProfile|lang|role|tabindex|focusable|cursor|pointer-events|enable-background|(?:data|aria)-.+|.+:.+)$/;
/** Left out with all that is in them. So is any element of an editor, whose name has a prefix. */
const LEFT_OUT = ['metadata', 'style'];
/** In a value, only references to the file itself, by ids as they are written. */
const FOREIGN_VALUE =
  /url\(\s*['"]?(?!\s*['"]?#)|url\([^)]*%|@import|\\|javascript:|\b(?:expression|image|image-set|src|var)\(/i;
const ADVICE =
  'export it as plain SVG: in Illustrator by Export As with Styling: Presentation Attributes, in Inkscape as Plain SVG, in Figma with text as outlines; or take a PNG of at least 512 pixels';

const elements = new Set(ELEMENTS.split(' '));
const attributes = new Set([...ATTRIBUTES.split(' '), ...PRESENTATION.split(' ')]);
/** A browser reads it as XML, where each attribute has a value. The types lack this option. */
const withEmptyValues: object = { allowedEmptyAttributes: [...attributes] };
const NAMESPACE = 'http://www.w3.org/2000/svg';

interface CheckedSvg {
  /** What the browser gets. Sanitising it again changes nothing. */
  svg: string;
  /** What is wrong; the SVG must not be used then. */
  problem?: string;
}

export function sanitizeSvg(text: string): CheckedSvg {
  if (isTooLarge(text)) return refuse(TOO_LARGE);
  const { failure, css } = read(text);
  if (failure !== undefined) return refuse(failure);
  const styles = new StyleSheet(css);
  let problem = styles.problem && `${styles.problem}: ${ADVICE}`;
  let room = SVG_MAX_BYTES;
  const svg = sanitizeHtml(text, {
    ...withEmptyValues,
    parser: { xmlMode: true },
    allowedTags: [...elements],
    allowedAttributes: { '*': [...attributes] },
    allowedSchemes: [],
    nonTextTags: LEFT_OUT,
    parseStyleAttributes: false,
    transformTags: {
      '*': (tagName, given) => {
        if (problem !== undefined) return { tagName, attribs: {} };
        const style = styles.of(tagName, given) + (given.style ?? '');
        const attribs = style === '' ? given : { ...given, style };
        room -= style.length;
        problem = room < 0 ? TOO_LARGE : findProblem(tagName, attribs);
        return { tagName, attribs };
      },
    },
    exclusiveFilter: ({ tag }) => tag.includes(':'),
  }).trim();
  if (isTooLarge(svg)) problem ??= TOO_LARGE;
  problem ??= findNestedReference(svg);
  if (problem !== undefined) return refuse(problem);
  return sizeOfSvg(svg) === undefined
    ? refuse('has no viewBox like "0 0 120 32", by which its size is known')
    : { svg };
}

const isTooLarge = (svg: string): boolean => Buffer.byteLength(svg) > SVG_MAX_BYTES;
const refuse = (problem: string): CheckedSvg => ({ svg: '', problem });

interface Read {
  /** Why it is no XML with the root `svg`; it must be, since a browser reads it as XML. */
  failure?: string | undefined;
  /** The text of its style sheets. */
  css: string;
}

function read(text: string): Read {
  let failure: string | undefined;
  let root: { name: string; namespace: unknown } | undefined;
  let css = '';
  let isStyle = false;
  /** The prefixes of SVG itself. What has another one is an editor's. */
  const prefixes = new Set<string>();
  const addCss = (part: string) => {
    if (isStyle) css += part;
  };
  const parser = new SaxesParser();
  parser.on('error', ({ message }) => {
    failure ??= `is no XML: ${message.replace(/^\d+:\d+: /, '').replace(/\.$/, '')} (line ${parser.line})`;
  });
  parser.on('doctype', (doctype) => {
    if (doctype.includes('[')) failure ??= `has a DOCTYPE with entities: ${ADVICE}`;
  });
  parser.on('opentag', ({ name, attributes }) => {
    root ??= { name, namespace: attributes.xmlns };
    for (const [attribute, value] of Object.entries(attributes)) {
      if (value === NAMESPACE && attribute.startsWith('xmlns:')) prefixes.add(attribute.slice(6));
    }
    const [prefix = '', local] = name.split(':');
    if (local !== undefined && prefixes.has(prefix)) {
      failure ??= `has <${name}>, which must have no prefix: ${ADVICE}`;
    }
    isStyle = name === 'style';
    if (isStyle && attributes.media) failure ??= `has styles for media: ${ADVICE}`;
  });
  parser.on('text', addCss);
  parser.on('cdata', addCss);
  parser.on('closetag', () => {
    isStyle = false;
  });
  parser.write(text).close();
  const isSvg = root?.name === 'svg' && root.namespace === NAMESPACE;
  if (!isSvg) failure ??= `is no SVG: it must begin with <svg xmlns="${NAMESPACE}"`;
  return { failure, css };
}

function findProblem(element: string, attribs: Attributes): string | undefined {
  if (LEFT_OUT.includes(element) || element.includes(':')) return undefined;
  if (!elements.has(element)) return `has <${element}>, which a logo may not have: ${ADVICE}`;
  for (const [name, value] of Object.entries(attribs)) {
    if (/^on/i.test(name)) return `has the script ${name}: leave it out`;
    if (name === 'style' && /filter/i.test(value)) {
      return `has a filter in style, which a logo may not have: ${quote(value)}`;
    }
    const isReference = /^(?:xlink:)?(?:href|src)$/i.test(name);
    if ((isReference && !value.startsWith('#')) || FOREIGN_VALUE.test(value)) {
      return `refers to ${quote(value)} in ${name}: it may refer only to parts of itself`;
    }
    if (!attributes.has(name) && !WITHOUT_EFFECT.test(name)) {
      return `has the attribute ${name} in <${element}>, which a logo may not have: ${ADVICE}`;
    }
  }
  return undefined;
}
