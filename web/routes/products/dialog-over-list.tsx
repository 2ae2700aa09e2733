import type { ComponentProps } from 'react';
import { PageMeta } from '../../app/page-meta.tsx';
import { useCloseOverList } from '../../session/over-list.ts';
import { LinkButton, onPlainClick } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Icon } from '../../ui/icon.tsx';
import styles from './dialog-over-list.module.css';

interface DialogOverListProps extends Omit<ComponentProps<typeof Dialog>, 'onClose'> {
  /** The address of the list under the dialog. */
  listAddress: string;
}

/** A dialog with its own address over the list. Its button is a link to the list, for use without script. */
export function DialogOverList({ listAddress, children, ...dialog }: DialogOverListProps) {
  const close = useCloseOverList(listAddress);
  return (
    <Dialog {...dialog} onClose={close}>
      <LinkButton
        to={listAddress}
        variant="quiet"
        className={styles.close}
        aria-label="Close"
        onClick={onPlainClick(close)}
      >
        <Icon name="close" />
      </LinkButton>
      {children}
    </Dialog>
  );
}

interface MissingProps {
  headingId: string;
  title: string;
  reason: string;
}

/** Says that there is nothing at the address of the dialog. */
export function Missing({ headingId, title, reason }: MissingProps) {
  return (
    <div className={styles.message}>
      <EmptyState scene="signpost">
        <PageMeta title={title} description={reason} />
        <h2 id={headingId}>{title}</h2>
        <p>{reason}</p>
        <LinkButton to="/">All products</LinkButton>
      </EmptyState>
    </div>
  );
}
