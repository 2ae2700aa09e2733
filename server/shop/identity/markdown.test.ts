import { expect, test } from 'vitest';
import { findMarkdownProblem, renderMarkdown } from './markdown.ts';

test('a text becomes a title and HTML, with headings below that of the page', () => {
  const text = `# Imprint &
*ours*

## Who we are

Write to <hello@birch.example> or see https://birch.example/a?b=1&c.

| a | b |
|---|---|
| 1 | 2 |

###### Small`;
  expect(findMarkdownProblem(text)).toBeUndefined();
  const { title, html } = renderMarkdown(text);
  expect(title).toBe('Imprint &');
  expect(html).toContain('<h3>Who we are</h3>');
  expect(html).toContain('<a href="mailto:hello@birch.example">hello@birch.example</a>');
  expect(html).toContain('<a href="https://birch.example/a?b=1&amp;c">');
  expect(html).toContain('<td>1</td>');
  expect(html).toContain('<h6>Small</h6>');
});

test.each([
  ['# A\n\nHello <script>alert(1)</script>', 'has HTML in line 3 (<script>): write it in Markdown'],
  ['# A\n\n<div onclick="x">\nb\n</div>', 'has HTML in line 3 (<div onclick="x">)'],
  ['# A <b>c</b>', 'has HTML in line 1 (<b>)'],
  ['# A\n\n- b\n- <img src=x onerror=alert(1)>', 'has HTML in line 4 (<img src=x'],
  ['# A\n\n![b](https://a.example/b.png)', 'has a picture in line 3: a legal text has none'],
  ['No title', 'must begin with a title, like "# Imprint"'],
  ['', 'must begin with a title, like "# Imprint"'],
  ['#\n\nNo title', 'must begin with a title'],
])('%j is refused with a sentence', (text, problem) => {
  expect(findMarkdownProblem(text)).toContain(problem);
});

test.each([
  '[a](javascript:alert(1))',
  '[a](data:text/html,b)',
  '[a](vbscript:b)',
  '<script>alert(1)</script>',
  '[a](https://b.example "\\"onmouseover=\\"alert(1)")',
])('whatever a text has, its HTML neither runs nor leads to a script: %s', (text) => {
  const { html } = renderMarkdown(`# Title\n\n${text}`);
  expect(html).not.toMatch(/<script|href="(?!https)| onmouseover="/);
});
