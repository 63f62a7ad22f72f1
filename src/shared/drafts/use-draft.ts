import { useEffect, useState, useSyncExternalStore } from 'react'
import type { DraftKey } from './draft-keys.ts'
import { DraftedForm } from './drafted-form.ts'
import { announceTab } from './tab.ts'

/**
 * Holds a form's values, which survive a failed save, a reload, a crash and a sign-out. Only for components
 * that are never rendered on the server. To change the DraftKey, change the component's React `key` too.
 */
export function useDraft<Values extends object>(key: DraftKey, initial: Values) {
  const [form] = useState(() => new DraftedForm(key, initial))
  const values = useSyncExternalStore(form.subscribe, form.read, form.read)
  useEffect(() => {
    announceTab()
    void form.restoreOrphan()
    const comeBack = ({ persisted }: PageTransitionEvent) => persisted && form.reopen()
    addEventListener('pagehide', form.close)
    document.addEventListener('visibilitychange', form.save)
    addEventListener('pageshow', comeBack)
    addEventListener('storage', form.findOthers)
    return () => {
      removeEventListener('pagehide', form.close)
      document.removeEventListener('visibilitychange', form.save)
      removeEventListener('pageshow', comeBack)
      removeEventListener('storage', form.findOthers)
      form.close()
    }
  }, [form])
  return { values, form }
}
