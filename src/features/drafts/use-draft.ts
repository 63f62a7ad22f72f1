import { useEffect, useState, useSyncExternalStore } from 'react'
import { DraftedForm } from './drafted-form.ts'
import type { DraftKey } from './names.ts'

/**
 * The values of a form that survive a failed save, a reload, a crash and signing out. Only for what is rendered
 * in the browser alone, once the member is known; a form of another key needs another `key` in React too.
 */
export function useDraft<Values extends object>(key: DraftKey, initial: Values) {
  const [form] = useState(() => new DraftedForm(key, initial))
  const values = useSyncExternalStore(form.subscribe, form.read, form.read)
  useEffect(() => {
    // The last chances before the page is left, put away or taken down.
    addEventListener('pagehide', form.save)
    document.addEventListener('visibilitychange', form.save)
    return () => {
      removeEventListener('pagehide', form.save)
      document.removeEventListener('visibilitychange', form.save)
      form.save()
    }
  }, [form])
  return { values, form }
}
