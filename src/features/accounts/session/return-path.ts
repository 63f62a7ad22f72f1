import { tabStorage } from '../../../platform/storage.ts'

const KEY = 'signing-in-from'

/** Somebody goes to /auth from `path`: the entry before it in the history of this tab. */
export function rememberReturnPath(path: string): void {
  tabStorage.set(KEY, path)
}

/** Whether the page before this one is `path`, as it was when its reader left it for /auth. Asked once. */
export function isReturnPath(path: string): boolean {
  const isLast = tabStorage.get(KEY) === path
  tabStorage.remove(KEY)
  return isLast
}
