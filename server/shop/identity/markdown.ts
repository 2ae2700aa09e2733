/**
 * Legal texts are Markdown (CommonMark and tables) that begins with a title. Of HTML, only comments and `<br>` are read. Front
 * matter is left out, but its title serves a text that begins with none.
 */
import MarkdownIt, { type Token } from 'markdown-it';
import { quote } from '../../platform/quote.ts';

interface Rendered {
  title: string;
  /** Without the title, whose place is in the page's own heading. */
  html: string;
}

const FRONT_MATTER = /^---\n(?:.*?\n)?---(?=\n|$)/s;
const FRONT_TITLE = /^title:\s*(["']?)(.+)\1\s*$/m;
const COMMENT = /<!--.*?-->/gs;
const BREAK = /<br\s*\/?>/gi;
/** Links that leave the shop, and addresses of the shop. Others would depend on the address of the text. */
const ELSEWHERE = /^(?:https?:\/\/|mailto:|tel:)/i;
const OF_SHOP = /^\/(?!\/)/;
/** A few characters can repeat a long address, or empty cells of a table. */
const HTML_MAX_LENGTH = 1_000_000;
const TOO_LONG =
  'would be a page of more than 1 MB: give its tables fewer columns, and its links shorter addresses';
/** The page has ids of its own. */
const ID_PREFIX = 'text-';

const parser = new MarkdownIt({ html: true, linkify: true });
// Email addresses and whole addresses become links, names of hosts don't.
parser.linkify.set({ fuzzyLink: false });
const { escapeHtml } = parser.utils;
/** The text has been checked. Other HTML would be written as the text that it is. */
const renderHtml = (tokens: Token[], index: number): string =>
  withoutComments(tokens[index]).split(BREAK).map(escapeHtml).join('<br>');
parser.renderer.rules.html_block = renderHtml;
parser.renderer.rules.html_inline = renderHtml;

/**
 * @param hasText whether there is a legal text with this name
 * @returns what keeps the text from being shown, as sentences without their subject
 */
export function findMarkdownProblems(text: string, hasText: (name: string) => boolean): string[] {
  const { tokens, title, rest } = parse(text);
  const ids = addIds([...title, ...rest]);
  if (lengthOf(tokens) > HTML_MAX_LENGTH) return [TOO_LONG];
  const problems = textOf(title[1]) === '' ? ['must begin with a title, like "# Imprint"'] : [];
  for (const { token, line } of withLines(tokens)) {
    const html = withoutComments(token).replace(BREAK, '').trim();
    const href = hrefOf(token);
    if (html !== '') {
      problems.push(`has HTML in line ${line} (${firstTag(html)}): write it in Markdown`);
    } else if (token.type === 'image') {
      problems.push(`has a picture in line ${line}: a legal text has none`);
    } else if (href !== undefined && !leadsSomewhere(href, ids, hasText)) {
      const right = 'https://…, mailto:…, /?page=NAME for a legal text, or # and a heading';
      problems.push(
        `has a link in line ${line} that leads nowhere, ${quote(href)}: write ${right}`,
      );
    }
  }
  return problems;
}

/** @param text Markdown without problems */
export function renderMarkdown(text: string): Rendered {
  const { title, rest } = parse(text);
  const shift = 2 - levelOf(title[0]);
  addIds([...title, ...rest]);
  for (const token of rest) {
    // The title is a heading of the second level: that of the page is of the first.
    if (levelOf(token) > 0) token.tag = `h${Math.min(6, Math.max(2, levelOf(token) + shift))}`;
    for (const child of token.children ?? []) {
      const href = hrefOf(child);
      if (href?.match(/^#|^\/\?page=/)) child.attrSet('href', href.replace('#', `#${ID_PREFIX}`));
    }
  }
  return { title: textOf(title[1]), html: parser.renderer.render(rest, parser.options, {}) };
}

interface Parsed {
  tokens: Token[];
  /** The beginning, the text and the end of the title; empty if the text begins with none. */
  title: Token[];
  rest: Token[];
}

function parse(text: string): Parsed {
  const [matter = ''] = FRONT_MATTER.exec(text) ?? [];
  // Lines keep their numbers.
  const body = matter.replace(/[^\n]+/g, '') + text.slice(matter.length);
  const parsed = splitTitle(parser.parse(body, {}));
  const [, , frontTitle] = FRONT_TITLE.exec(matter) ?? [];
  return parsed.title.length > 0 || frontTitle === undefined
    ? parsed
    : splitTitle(parser.parse(`# ${frontTitle}${body}`, {}));
}

/** Comments may precede the title. */
function splitTitle(tokens: Token[]): Parsed {
  const start = tokens.findIndex(({ type }) => type !== 'html_block');
  const isTitle = tokens[start]?.type === 'heading_open';
  return isTitle
    ? { tokens, title: tokens.slice(start, start + 3), rest: tokens.slice(start + 3) }
    : { tokens, title: [], rest: tokens };
}

/** Gives each heading an id, as GitHub does. @returns the ids as links in the text write them */
function addIds(tokens: readonly Token[]): Set<string> {
  const ids = new Set<string>();
  /** How often each slug was used. */
  const uses = new Map<string, number>();
  for (const [index, token] of tokens.entries()) {
    if (token.type !== 'heading_open') continue;
    const words = textOf(tokens[index + 1]).toLowerCase();
    const slug = words.replace(/[^\p{L}\p{M}\p{N}\s_-]/gu, '').replace(/\s/g, '-');
    let n = uses.get(slug) ?? 0;
    let id = n === 0 ? slug : `${slug}-${n}`;
    while (ids.has(parser.normalizeLink(id))) id = `${slug}-${++n}`;
    uses.set(slug, n + 1);
    ids.add(parser.normalizeLink(id));
    token.attrSet('id', ID_PREFIX + id);
  }
  return ids;
}

function leadsSomewhere(
  href: string,
  ids: ReadonlySet<string>,
  hasText: (name: string) => boolean,
): boolean {
  if (href.startsWith('#')) return ids.has(href.slice(1));
  if (!OF_SHOP.test(href)) return ELSEWHERE.test(href);
  const name = new URL(href, 'http://shop').searchParams.get('page');
  return name === null || hasText(name);
}

/** About that of the HTML. */
function lengthOf(tokens: readonly Token[]): number {
  const lengths = tokens.map(({ tag, attrs, content, children }) => {
    const own = (tag === '' ? 0 : tag.length + 4) + (attrs ?? []).flat().join('="" ').length;
    return own + (children === null ? content.length : lengthOf(children));
  });
  return lengths.reduce((sum, one) => sum + one, 0);
}

/** Blocks and their parts with the lines in which they begin. */
function* withLines(tokens: readonly Token[]): Generator<{ token: Token; line: number }> {
  for (const token of tokens) {
    let line = (token.map?.[0] ?? 0) + 1;
    yield { token, line };
    for (const child of token.children ?? []) {
      yield { token: child, line };
      line += /break$/.test(child.type) ? 1 : child.content.split('\n').length - 1;
    }
  }
}

function withoutComments(token: Token | undefined): string {
  const isHtml = token?.type === 'html_block' || token?.type === 'html_inline';
  return isHtml ? token.content.replace(COMMENT, '') : '';
}

/** @returns undefined if it begins no link */
function hrefOf(token: Token): string | undefined {
  return token.type === 'link_open' ? String(token.attrGet('href') ?? '') : undefined;
}

function firstTag(html: string): string {
  return html.split(/(?<=>)|\n/)[0]?.slice(0, 40) ?? '';
}

/** 0 if it begins no heading. */
function levelOf(token: Token | undefined): number {
  const [, level = '0'] = /^h([1-6])$/.exec(token?.tag ?? '') ?? [];
  return Number(level);
}

function textOf(inline: Token | undefined): string {
  const texts = inline?.children?.map(({ type, content }) =>
    /break$/.test(type) ? ' ' : type === 'html_inline' ? '' : content,
  );
  return texts?.join('').trim() ?? '';
}
