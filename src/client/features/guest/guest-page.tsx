import { useEffect, useEffectEvent, useState } from 'react';
import type { GuestCopy } from '../../../shared/copy/en/guest.ts';
import type { GuestLocation, GuestPageBoot, WrittenBoot } from '../../../shared/contracts/guest.ts';
import type { Language } from '../../../shared/languages.ts';
import { toast, Toaster } from '../../ui/status/toast.tsx';
import { loadLocations } from './visit/calls.ts';
import { GuestFlow } from './guest-flow.tsx';
import { RestoringStep, UnknownBusiness } from './transition-steps.tsx';
import { Lookup } from './join/lookup.tsx';
import { goTo, usePath, usernameIn } from './visit/path.ts';
import { I18nProvider, useCopy } from './i18n.tsx';

type Props = {
  boot: WrittenBoot;
  /** The sentences in the language of the boot data. */
  copy: GuestCopy;
  /** Loads the sentences of another language. Rejects if the sentences cannot be loaded. */
  loadCopy: (language: Language) => Promise<GuestCopy>;
};

/** The guest's pages. Server and browser render the same output, because the first render uses only `boot`. */
export function GuestPage({ boot, copy, loadCopy }: Props) {
  const path = usePath(boot.path);
  const username = usernameIn(path);
  return (
    <I18nProvider first={{ language: boot.language, copy }} clocks={boot.clocks} at={boot.at} load={loadCopy}>
      {username === null ? (
        <Lookup asked={boot.lookup} left={boot.left} />
      ) : (
        <Business key={path} path={path} username={username} boot={boot} />
      )}
      <LocalizedToasts />
    </I18nProvider>
  );
}

function LocalizedToasts() {
  const copy = useCopy();
  return <Toaster words={{ region: copy.notifications, dismiss: copy.dismiss }} />;
}

function giveUp(title: string, body: string): void {
  toast(title, { body, tone: 'bad' });
  goTo('/queue');
}

/**
 * The visits that the page has already shown from boot data. After the browser's Back button, the page does not show
 * these visits again.
 */
const shownVisits = new WeakSet<object>();

function Business({ path, username, boot }: { path: string; username: string; boot: GuestPageBoot }) {
  const { toasts } = useCopy();
  const own = boot.path === path;
  const [visit] = useState(() =>
    own && boot.visit && !shownVisits.has(boot.visit) ? boot.visit : undefined,
  );
  const [locations, setLocations] = useState<GuestLocation[] | undefined>(
    own ? boot.business?.addresses : undefined,
  );
  const unknown = own ? boot.unknownBusiness : undefined;

  useEffect(() => {
    if (boot.visit) shownVisits.add(boot.visit);
  }, [boot]);

  const tellFailed = useEffectEvent(() => giveUp(toasts.loadFailed, toasts.loadFailedBody));
  const tellNone = useEffectEvent(() => giveUp(toasts.noLocations, toasts.noLocationsBody));

  // The server sends the locations with the page. The page fetches the locations only if the server could not send
  // them, or after the browser's Back button.
  useEffect(() => {
    if (locations !== undefined || unknown) return undefined;
    const stop = new AbortController();
    loadLocations(username, stop.signal).then(setLocations, () => {
      if (!stop.signal.aborted) tellFailed();
    });
    return () => stop.abort();
  }, [locations, unknown, username]);

  const none = locations?.length === 0 && visit === undefined;
  useEffect(() => {
    if (none) tellNone();
  }, [none]);

  if (unknown) return <UnknownBusiness isClosed={unknown === 'closed'} />;
  if (locations === undefined || none) return <RestoringStep />;
  return (
    <GuestFlow
      username={boot.business?.username ?? username}
      locations={locations}
      at={own ? boot.at : undefined}
      onLocations={setLocations}
      visit={visit}
      typed={own ? boot.typed : undefined}
      numberAsked={own ? boot.numberAsked : undefined}
      asOf={visit && boot.asOf}
      reminder={boot.reminder}
    />
  );
}
