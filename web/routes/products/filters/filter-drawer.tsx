import { useId } from 'react';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { Icon } from '../../../ui/icon.tsx';
import styles from './filter-drawer.module.css';
import FilterForm, { type FilterFormProps } from './filter-form.tsx';
import { useChoose } from './filters.ts';

interface FilterDrawerProps extends Omit<FilterFormProps, 'onApply'> {
  onClose: () => void;
}

/** The filters at the side of the list, or as a sheet over it. */
export default function FilterDrawer({ onClose, ...form }: FilterDrawerProps) {
  const headingId = useId();
  const choose = useChoose();
  return (
    <Dialog labelledBy={headingId} className={`column ${styles.drawer}`} onClose={onClose}>
      <div className={`row spread ${styles.head}`}>
        <h2 id={headingId}>Filters</h2>
        <Button variant="quiet" className={styles.close} aria-label="Close" onClick={onClose}>
          <Icon name="close" />
        </Button>
      </div>
      <FilterForm
        {...form}
        onApply={(choice) => {
          choose(choice);
          onClose();
        }}
      />
    </Dialog>
  );
}
