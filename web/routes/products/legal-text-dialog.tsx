import { useId } from 'react';
import { countryName } from '../../../contract/countries.ts';
import { textAddress } from '../../../contract/listing.ts';
import type { LegalText } from '../../../contract/pages.ts';
import type { Seller } from '../../../contract/shop-identity.ts';
import { PageMeta } from '../../app/page-meta.tsx';
import { useOwnShop, useShopName } from '../../session/site.ts';
import { DialogOverList, Missing } from './dialog-over-list.tsx';
import styles from './legal-text-dialog.module.css';

interface LegalTextDialogProps {
  name: string;
  /** The address of the list under the dialog. */
  listAddress: string;
  /** Null if the shop has no text of this name. */
  text: LegalText | null;
}

/** Shows a legal text of the shop over the list (R1.2). */
export default function LegalTextDialog({ name, listAddress, text }: LegalTextDialogProps) {
  const headingId = useId();
  return (
    <DialogOverList
      labelledBy={headingId}
      listAddress={listAddress}
      findReturnFocus={() => findLinkTo(name)}
    >
      {text === null ? (
        <Missing
          headingId={headingId}
          title="This page does not exist"
          reason="The address may be mistyped, or what was here is gone."
        />
      ) : (
        <Text {...text} headingId={headingId} />
      )}
    </DialogOverList>
  );
}

function findLinkTo(name: string): HTMLElement | null {
  return document.querySelector<HTMLElement>(`footer a[href="${CSS.escape(textAddress(name))}"]`);
}

function Text({ name, title, html, headingId }: LegalText & { headingId: string }) {
  const shopName = useShopName();
  const { seller } = useOwnShop() ?? {};
  return (
    <article className={`stack ${styles.text}`}>
      <PageMeta title={title} description={`${title} of ${shopName}.`} path={textAddress(name)} />
      <h2 id={headingId}>{title}</h2>
      {name === 'imprint' && seller && <SellerDetails {...seller} />}
      {/* biome-ignore lint/security/noDangerouslySetInnerHtml: the server makes it of Markdown without HTML */}
      <div className={styles.body} dangerouslySetInnerHTML={{ __html: html }} />
    </article>
  );
}

function SellerDetails({ legalName, address, country, taxId, email, phone }: Seller) {
  return (
    <address className={styles.seller}>
      <strong>{legalName}</strong>
      {`\n${address}\n${countryName(country)}\n\nEmail: `}
      <a href={`mailto:${email}`}>{email}</a>
      {phone !== undefined && (
        <>
          {'\nPhone: '}
          <a href={`tel:${phone.replace(/[^+\d]/g, '')}`}>{phone}</a>
        </>
      )}
      {taxId !== undefined && `\nTax id: ${taxId}`}
    </address>
  );
}
