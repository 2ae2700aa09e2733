import { expect, test } from 'vitest';
import { findMarkdownProblems, renderMarkdown } from './markdown.ts';

const problemsOf = (text: string) => findMarkdownProblems(text, (name) => name === 'privacy');

test('a text becomes a title and HTML, with headings below that of the page', () => {
  const text = `# Imprint &
*ours*

## Who we are

Write to <hello@birch.example> or see https://birch.example/a?b=1&c.

| a | b |
|---|---|
| 1 | 2 |

###### Small`;
  expect(problemsOf(text)).toEqual([]);
  const { title, html } = renderMarkdown(text);
  expect(title).toBe('Imprint &');
  expect(html).toContain('<h3 id="text-who-we-are">Who we are</h3>');
  expect(html).toContain('<a href="mailto:hello@birch.example">hello@birch.example</a>');
  expect(html).toContain('<a href="https://birch.example/a?b=1&amp;c">');
  expect(html).toContain('<td>1</td>');
  expect(html).toContain('<h6 id="text-small">Small</h6>');
});

test('what editors and generators add is read: front matter, comments, line breaks, a title of the second level', () => {
  const text = `---
title: Not this
date: 2026-01-01
---

<!-- Version 3 -->
## Terms <!-- draft -->

Mill Lane 1<br>Lübeck<BR/>
<!-- two
lines -->

### Returns`;
  expect(problemsOf(text)).toEqual([]);
  expect(renderMarkdown(text)).toEqual({
    title: 'Terms',
    html: '<p>Mill Lane 1<br>Lübeck<br></p>\n\n<h3 id="text-returns">Returns</h3>\n',
  });
  const untitled = '---\ntitle: "Our terms"\n---\nHello';
  expect(problemsOf(untitled)).toEqual([]);
  expect(renderMarkdown(untitled)).toEqual({ title: 'Our terms', html: '<p>Hello</p>\n' });
});

test('thousands of equal headings take no long time', () => {
  const start = performance.now();
  expect(problemsOf('# a\n'.repeat(10_000))).toEqual([]);
  expect(performance.now() - start).toBeLessThan(5_000);
});

test('links lead to headings, to other texts and elsewhere', () => {
  const text = `# Terms
- [Übersicht](#übersicht-1) [Top](#terms)
- [Privacy](/?page=privacy#cookies) [Orders](/orders) [Call](tel:+4945112345)

## Übersicht

## Übersicht`;
  expect(problemsOf(text)).toEqual([]);
  const { html } = renderMarkdown(text);
  expect(html).toContain('<a href="#text-%C3%BCbersicht-1">');
  expect(html).toContain('<h3 id="text-übersicht-1">');
  expect(html).toContain('<a href="/?page=privacy#text-cookies">');
});

test('every link that leads nowhere is a problem with its line', () => {
  const text = `# Terms

- [Returns](#missing)
- [Privacy](privacy.md)

See [our site](www.birch.example)
and [imprint](/?page=imprint),
[there](//a.example) or [broken](#%E0%A4).`;
  expect(problemsOf(text).map((problem) => problem.replace(/:.*/, ''))).toEqual([
    'has a link in line 3 that leads nowhere, "#missing"',
    'has a link in line 4 that leads nowhere, "privacy.md"',
    'has a link in line 6 that leads nowhere, "www.birch.example"',
    'has a link in line 7 that leads nowhere, "/?page=imprint"',
    'has a link in line 8 that leads nowhere, "//a.example"',
    'has a link in line 8 that leads nowhere, "#%E0%A4"',
  ]);
});

test.each([
  ['# A\n\nHello <script>alert(1)</script>', 'has HTML in line 3 (<script>): write it in Markdown'],
  ['# A\n\n<div onclick="x">\nb\n</div>', 'has HTML in line 3 (<div onclick="x">)'],
  ['# A <b>c</b>', 'has HTML in line 1 (<b>)'],
  ['# A\n\n<!-- a --> <script>b</script>', 'has HTML in line 3 (<script>)'],
  ['# A\n\n<!-- never closed <script>', 'has HTML in line 3 (<!-- never'],
  ['# A\n\n<br onclick="b">', 'has HTML in line 3 (<br onclick="b">)'],
  ['---\na: b\n---\n# A\n\n- b\n- <img src=x onerror=alert(1)>', 'has HTML in line 7 (<img src=x'],
  ['# A\n\n![b](https://a.example/b.png)', 'has a picture in line 3: a legal text has none'],
  ['No title', 'must begin with a title, like "# Imprint"'],
  ['', 'must begin with a title, like "# Imprint"'],
  ['#\n\nNo title', 'must begin with a title'],
])('%j is refused with a sentence', (text, problem) => {
  expect(problemsOf(text)[0]).toContain(problem);
});

test.each([
  '[a](javascript:alert(1))',
  '[a](data:text/html,b)',
  '[a](vbscript:b)',
  '<script>alert(1)</script>',
  '<!-- a --><script>alert(1)</script>',
  '<br><script>alert(1)</script>',
  '[a](https://b.example "\\"onmouseover=\\"alert(1)")',
])('whatever a text has, its HTML neither runs nor leads to a script: %s', (text) => {
  const { html } = renderMarkdown(`# Title\n\n${text}`);
  expect(html).not.toMatch(/<script|href="(?!https)| onmouseover="/);
});

test.each([
  [
    'a table of many empty cells',
    `${'|a'.repeat(2_000)}|\n${'|-'.repeat(2_000)}|\n${'|b\n'.repeat(30_000)}`,
  ],
  ['a long address in many places', `[t]: #${'ä'.repeat(8_000)}\n\n${'[t] '.repeat(20_000)}`],
])(
  'a text that would be a page of more than 1 MB is refused in bounded time: %s',
  (_what, text) => {
    const before = process.threadCpuUsage();
    expect(problemsOf(`# Terms\n\n${text}`)).toEqual([expect.stringContaining('more than 1 MB')]);
    expect(process.threadCpuUsage(before).user).toBeLessThan(3_000_000);
  },
);
