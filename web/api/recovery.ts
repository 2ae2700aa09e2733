import { mutationOptions } from '@tanstack/react-query';
import * as messages from '../../contract/messages.ts';
import { paths } from '../../contract/paths.ts';
import { callApi } from './client.ts';
import { isMissing, serverMessageOr } from './failures.ts';

interface Recovery {
  username: string;
  code: string;
  newPassword: string;
}

/** Sets a new password with a recovery code. */
export const recoverMutation = mutationOptions({
  mutationFn: (body: Recovery) => callApi(paths.recovery, { method: 'POST', body }),
  meta: {
    explain: (error) =>
      isMissing(error)
        ? messages.recoveryMissing
        : serverMessageOr(messages.recoveryUnreachable)(error),
  },
});
