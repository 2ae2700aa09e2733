import * as messages from '../../../contract/messages.ts';
import { useSession } from '../../session/session.ts';
import { useShopName } from '../../session/site.ts';
import { Button } from '../../ui/button.tsx';
import { saveFile } from '../../ui/save-file.ts';
import { toast } from '../../ui/toast/toasts.ts';
import styles from './code-list.module.css';

/** Shows new recovery codes, to be copied, saved or printed. */
export function CodeList({ codes, onClose }: { codes: readonly string[]; onClose: () => void }) {
  const shopName = useShopName();
  const { username } = useSession();
  const text = `${shopName}, recovery codes of ${username}. Each works once.\n\n${codes.join('\n')}\n`;

  function copy(): void {
    // Over plain HTTP browsers have no clipboard, and they may refuse it.
    const copied = navigator.clipboard?.writeText(text) ?? Promise.reject();
    copied.then(
      () => toast.success(messages.codesCopied),
      () => toast.error(messages.codesNotCopied),
    );
  }

  return (
    <div className="stack">
      <p>
        Recovery codes of {username}. Keep them where only you find them.{' '}
        <strong>They are shown only now.</strong>
      </p>
      <ol className={styles.codes}>
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ol>
      <div className="row not-printed">
        <Button variant="secondary" onClick={copy}>
          Copy
        </Button>
        <Button
          variant="secondary"
          onClick={() => saveFile(`${username}-recovery-codes.txt`, 'text/plain', text)}
        >
          Save as text
        </Button>
        <Button variant="secondary" onClick={() => window.print()}>
          Print
        </Button>
        <Button onClick={onClose}>I have kept them</Button>
      </div>
    </div>
  );
}
