import { useCallback, useEffect, useState } from 'react'
import { errorMessage } from '../../core/api-error.ts'
import { createUploader } from '../../core/client.ts'
import { NO_PICTURE, PICTURE_FILE_MAX, PICTURE_TOO_LARGE } from './policy.ts'

export interface PictureUpload {
  key: number
  file: File
  description: string
  state: 'waiting' | 'sending' | 'done' | 'failed'
  /** Share of the file that was sent, from 0 to 1. */
  share: number
  error?: string | undefined
  id?: string
}

/** Uploads files one after another, as the server accepts one at a time. Descriptions can be typed meanwhile. */
export function useUploads(files: readonly File[]) {
  const [uploads, setUploads] = useState(() => files.slice(0, FILES_MAX).map(toUpload))
  const change = useCallback(
    (key: number, changes: Partial<PictureUpload>) =>
      setUploads((all) => all.map((each) => (each.key === key ? { ...each, ...changes } : each))),
    [],
  )
  const next = uploads.some(({ state }) => state === 'sending') ? undefined : uploads.find(isWaiting)
  const nextKey = next?.key
  useEffect(() => {
    if (nextKey !== undefined) change(nextKey, { state: 'sending', share: 0, error: undefined })
  }, [nextKey, change])
  const sending = uploads.find(({ state }) => state === 'sending')
  const sendingKey = sending?.key
  const file = sending?.file
  useEffect(() => {
    if (sendingKey === undefined || !file) return
    const aborting = new AbortController()
    createUploader((share) => change(sendingKey, { share }))
      .pictures.create(file, { signal: aborting.signal })
      .then(
        ({ id }) => change(sendingKey, { state: 'done', share: 1, id }),
        (error: unknown) => {
          if (!aborting.signal.aborted)
            change(sendingKey, { state: 'failed', error: errorMessage(error) ?? FAILED })
        },
      )
    return () => aborting.abort()
  }, [sendingKey, file, change])
  return {
    uploads,
    describe: (key: number, description: string) => change(key, { description }),
    retry: (key: number) => change(key, { state: 'waiting' }),
    remove: (key: number) => setUploads((all) => all.filter((each) => each.key !== key)),
  }
}

export const FILES_MAX = 10
const FAILED = 'The upload failed. Check your connection and try again.'

function toUpload(file: File, key: number): PictureUpload {
  const error = problemOf(file)
  return {
    key,
    file,
    description: '',
    share: 0,
    ...(error ? { state: 'failed', error } : { state: 'waiting' }),
  }
}

function isWaiting({ state }: PictureUpload): boolean {
  return state === 'waiting'
}

/** Returns an error for a file that the server would refuse. The server also checks the file's content. */
export function problemOf({ type, size }: File): string | undefined {
  if (!type.startsWith('image/') || size === 0) return NO_PICTURE
  return size > PICTURE_FILE_MAX ? PICTURE_TOO_LARGE : undefined
}
