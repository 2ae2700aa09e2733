import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { toHtml, toPlainText } from './html.ts';

describe('plain text of HTML', () => {
  test.each([
    ['plain', 'plain'],
    ['<p>One</p><p>Two</p>', 'One Two'],
    ['One<br>Two<br/>Three', 'One Two Three'],
    ['<b>co</b>m<i class="x">pact</i>', 'compact'],
    ['<ul>\n  <li>9 W</li>\n  <li>LED</li>\n</ul>', '9 W LED'],
    ['<a href="https://a.example/?a>b" title=\'>\'>link</a>', 'link'],
    ['a<!-- <p>no</p> -->b<script>alert("<p>")</script>c<style>p{}</style >d', 'ab c d'],
    ['<SCRIPT>x</SCRIPT>y', 'y'],
    ['1 &lt; 2 &amp;&amp; 3 &gt; 2', '1 < 2 && 3 > 2'],
    ['&amp;lt;b&amp;gt;', '&lt;b&gt;'],
    ['caf&eacute; &#8211; &#x1F600; &copy;', 'café – 😀 ©'],
    ['&#0; &#xD800; &#9999999;', '\ufffd \ufffd \ufffd'],
    ['&unknown; &', '&unknown; &'],
    ['&valueOf; &toString;', '&valueOf; &toString;'],
    ['1 < 2', '1 < 2'],
    ['', ''],
  ])('%s', (html, text) => {
    expect(toPlainText(html)).toBe(text);
  });

  test('any text that is written as HTML is read back the same', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (text) => {
        const tidy = text.replace(/\s+/g, ' ').trim();
        expect(toPlainText(toHtml(tidy))).toBe(tidy);
      }),
    );
  });

  test('is refused for elements that are nested too deep', () => {
    expect(toPlainText(`${'<b>'.repeat(1_000)}text`)).toBe('text');
    expect(() => toPlainText('<b>'.repeat(300_000))).toThrow(
      'must be HTML with at most 1000 nested elements',
    );
  });

  test('of a megabyte of tags takes less than 2 s', () => {
    for (const piece of ['<', '<a', '<a "', '<!--', '<script>', '&#', '<p>', '</i>', '<br>']) {
      // Measure CPU time, because other tests run at the same time.
      const before = process.threadCpuUsage();
      toPlainText(piece.repeat(1_000_000 / piece.length));
      expect(process.threadCpuUsage(before).user, piece).toBeLessThan(2_000_000);
    }
  });
});
