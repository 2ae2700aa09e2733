import type { Colours, ShopPreview } from '../../../contract/desk.ts';

/** How the shop would look with what is typed. The script shows it anew after each change. */
export function Preview({ preview }: { preview: ShopPreview | undefined }) {
  const { accent, texts = [] } = preview ?? {};
  return (
    <section data-preview className="stack" aria-label="Preview" tabIndex={preview && 0}>
      {preview && accent && (
        <div className="surface card stack gap-2">
          <p role="status">{accent.sentence}</p>
          <Look preview={preview} scheme="light" colours={accent.light} />
          <Look preview={preview} scheme="dark" colours={accent.dark} />
        </div>
      )}
      {texts.map(({ title, html, problems }) => (
        <section key={title} className="surface card stack gap-2">
          <h2>{title}</h2>
          {problems.map((problem) => (
            <p key={problem} className="problem">
              {problem}
            </p>
          ))}
          {/* biome-ignore lint/security/noDangerouslySetInnerHtml: the server makes it of Markdown without HTML */}
          <div dangerouslySetInnerHTML={{ __html: html }} />
        </section>
      ))}
    </section>
  );
}

interface LookProps {
  preview: ShopPreview;
  scheme: string;
  colours: Colours;
}

/** Colours are attributes: the desk allows no styles within a page. */
function Look({ preview, scheme, colours }: LookProps) {
  const { paper, ink, brand, 'brand-ink': brandInk, action, 'action-ink': actionInk } = colours;
  return (
    <svg viewBox="0 0 320 150" role="img" aria-label={`In the ${scheme} scheme`}>
      <rect width="320" height="150" fill={paper} />
      <rect width="320" height="36" fill={brand} />
      <text x="12" y="24" fontSize="16" fontWeight="600" fill={brandInk}>
        {preview.name}
      </text>
      <text x="12" y="66" fontSize="18" fontWeight="600" fill={ink}>
        {preview.headline}
      </text>
      <text x="12" y="88" fontSize="13" fill={ink}>
        {preview.line}
      </text>
      <rect x="12" y="104" width="128" height="32" rx="16" fill={action} />
      <text x="76" y="125" fontSize="13" fontWeight="600" textAnchor="middle" fill={actionInk}>
        ADD TO CART
      </text>
      <text x="156" y="125" fontSize="13" fill={action}>
        A link
      </text>
    </svg>
  );
}
