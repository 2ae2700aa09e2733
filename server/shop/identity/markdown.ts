/** Legal texts are Markdown (CommonMark and tables) without HTML and pictures. They begin with `# Title`. */
import MarkdownIt, { type Token } from 'markdown-it';

interface Rendered {
  title: string;
  /** Without the title, whose place is in the page's own heading. */
  html: string;
}

/** With `html`, the parser finds HTML; nothing is rendered with it. */
const finder = createParser({ html: true });
/** Writes HTML as the text that it is. Links lead only to `https`, `http`, `mailto` and the like. */
const renderer = createParser({ html: false });

function createParser(options: { html: boolean }) {
  const parser = new MarkdownIt({ ...options, linkify: true });
  // Email addresses and whole addresses become links, names of hosts don't.
  parser.linkify.set({ fuzzyLink: false });
  return parser;
}

/** @returns what keeps the text from being shown, as a sentence without its subject */
export function findMarkdownProblem(text: string): string | undefined {
  const tokens = finder.parse(text, {});
  for (const { type, map, children, content } of tokens) {
    const line = (map?.[0] ?? 0) + 1;
    const html = type === 'html_block' ? content : children?.find(isHtml)?.content;
    if (html !== undefined) {
      return `has HTML in line ${line} (${firstTag(html)}): write it in Markdown`;
    }
    if (children?.some((child) => child.type === 'image')) {
      return `has a picture in line ${line}: a legal text has none`;
    }
  }
  const [first, title] = tokens;
  const hasTitle = first?.tag === 'h1' && title?.content.trim() !== '';
  return hasTitle ? undefined : 'must begin with a title, like "# Imprint"';
}

/** @param text Markdown without problems */
export function renderMarkdown(text: string): Rendered {
  // A heading is three tokens: its beginning, its text, its end.
  const [, title, , ...rest] = renderer.parse(text, {});
  for (const token of rest) lowerHeading(token);
  return {
    title: textOf(title),
    html: renderer.renderer.render(rest, renderer.options, {}),
  };
}

const isHtml = ({ type }: Token): boolean => type === 'html_inline';

function firstTag(html: string): string {
  return (
    html
      .trim()
      .split(/(?<=>)|\n/)[0]
      ?.slice(0, 40) ?? ''
  );
}

/** The title is a heading of the second level: that of the page is of the first. */
function lowerHeading(token: Token): void {
  const [, level] = /^h([1-6])$/.exec(token.tag) ?? [];
  if (level !== undefined) token.tag = `h${Math.min(6, Number(level) + 1)}`;
}

function textOf(inline: Token | undefined): string {
  const texts = inline?.children?.map(({ type, content }) =>
    type === 'softbreak' ? ' ' : content,
  );
  return texts?.join('').trim() ?? '';
}
