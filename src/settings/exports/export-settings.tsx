import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { api, client, confirmIdentity } from '../../core/client.ts'
import { showFailureToast } from '../../core/failure-toast.ts'
import { storedDrafts } from '../../shared/drafts/storage.ts'
import { Button } from '../../ui/button.tsx'
import { ErrorState } from '../../ui/feedback/error-state.tsx'
import { Skeleton } from '../../ui/feedback/skeleton.tsx'
import { toastError } from '../../ui/feedback/toast.ts'
import { localDate, localTime } from '../../ui/format/relative-time.ts'
import { Time } from '../../ui/format/time.tsx'
import type { Export } from './contract.ts'
import { EVERY_HOURS, KEPT_DAYS } from './policy.ts'

export default function ExportSettings({ memberId }: { memberId: string }) {
  const { data, isPending, isError, isFetching, refetch } = useQuery({
    ...api.me.listExports.queryOptions(),
    refetchInterval: ({ state }) => (state.data?.items.some(isUnderWay) ? 2000 : false),
  })
  return (
    <div>
      <h2 className="font-sans text-base font-semibold">A copy of your data</h2>
      <p className="mt-1 text-muted">
        Everything you wrote and did here, as web pages and JSON, with your profile picture. You can request a
        copy every {EVERY_HOURS} hours and download it for {KEPT_DAYS} days.
      </p>
      {isPending && <Skeleton className="mt-4 h-10 w-56" />}
      {isError && (
        <ErrorState
          title="Your exports could not be loaded"
          pending={isFetching}
          onRetry={() => void refetch()}
        />
      )}
      {data && <Exports items={data.items} />}
      <Drafts memberId={memberId} />
    </div>
  )
}

function isUnderWay({ state }: Export): boolean {
  return state === 'waiting' || state === 'making'
}

function Exports({ items }: { items: Export[] }) {
  const [latest] = items
  const nextAt =
    latest && latest.state !== 'failed' ? Date.parse(latest.created_at) + EVERY_HOURS * 3_600_000 : 0
  return (
    <>
      <div role="status" className="grid gap-2">
        {latest?.state === 'failed' && (
          <p className="mt-3">Your last export failed. Please request it again.</p>
        )}
        {latest && isUnderWay(latest) && <UnderWay progress={latest.progress} />}
        {latest?.state === 'ready' && <p className="mt-3">Your file is ready.</p>}
      </div>
      <ul>
        {items
          .filter(({ state }) => state === 'ready')
          .map((ready) => (
            <Ready key={ready.id} ready={ready} />
          ))}
      </ul>
      {nextAt > Date.now() ? (
        !isUnderWay(latest as Export) && (
          <p className="mt-3 text-sm text-muted">
            You can request another copy from {localTime(new Date(nextAt).toISOString())}.
          </p>
        )
      ) : (
        <Ask />
      )}
    </>
  )
}

function UnderWay({ progress }: { progress: number }) {
  const percent = Math.round(progress * 100)
  return (
    <>
      <p id="export-progress" className="mt-3">
        We’re preparing your file. You can leave this page in the meantime.
      </p>
      <div
        role="progressbar"
        aria-labelledby="export-progress"
        aria-valuenow={percent}
        aria-valuemin={0}
        aria-valuemax={100}
        className="h-1.5 overflow-hidden rounded-full bg-line"
      >
        <div
          className="h-full rounded-full bg-act forced-colors:bg-[CanvasText]"
          style={{ width: `${percent}%` }}
        />
      </div>
    </>
  )
}

function Ready({ ready }: { ready: Export }) {
  const [isFetching, setFetching] = useState(false)
  const save = async () => {
    setFetching(true)
    try {
      await download(ready.id)
    } catch (error) {
      toastError('Download failed', (error as Error).message)
    } finally {
      setFetching(false)
    }
  }
  return (
    <li className="flex min-h-15 flex-wrap items-center justify-between gap-x-4 gap-y-2 border-b border-line py-3">
      <p>
        Requested <Time iso={ready.created_at} />
        <span className="block text-sm text-muted">
          {sizeInWords(ready.bytes ?? 0)} · until {localDate(ready.expires_at)}
        </span>
      </p>
      <Button kind="quiet" pending={isFetching} onClick={save}>
        Download
      </Button>
    </li>
  )
}

function sizeInWords(bytes: number): string {
  const megabytes = bytes / 1024 / 1024
  return megabytes < 0.1 ? `${Math.ceil(bytes / 1024)} KB` : `${megabytes.toFixed(1)} MB`
}

function Ask() {
  const queryClient = useQueryClient()
  const [isAsking, setAsking] = useState(false)
  const ask = async () => {
    setAsking(true)
    try {
      await client.me.createExport()
    } catch (error) {
      showFailureToast('Your request failed', error, 'Please try again later')
    } finally {
      setAsking(false)
      await queryClient.invalidateQueries({ queryKey: api.me.listExports.key() })
    }
  }
  return (
    <Button kind="quiet" className="mt-3" pending={isAsking} onClick={ask}>
      Request a copy
    </Button>
  )
}

function Drafts({ memberId }: { memberId: string }) {
  const count = storedDrafts(memberId).length
  if (count === 0) return null
  const save = () => {
    const text = JSON.stringify({ drafts: storedDrafts(memberId) }, null, 1)
    const link = document.createElement('a')
    link.href = URL.createObjectURL(new Blob([text], { type: 'application/json' }))
    link.download = 'drafts.json'
    link.click()
    URL.revokeObjectURL(link.href)
  }
  return (
    <p className="mt-3 text-sm text-muted">
      {count === 1 ? '1 draft is' : `${count} drafts are`} saved only on this device.{' '}
      <Button kind="link" onClick={save}>
        Save drafts
      </Button>
    </p>
  )
}

/** Tries a request first, so that the page can show an error or ask for the password, before the download. */
async function download(id: string): Promise<void> {
  const path = `/api/me/exports/${id}`
  const asking = new AbortController()
  const response = await fetch(path, { signal: asking.signal }).catch(() => {
    throw new Error('Check your connection and try again.')
  })
  if (response.status === 403 && (await confirmIdentity(response))) return download(id)
  if (!response.ok)
    throw new Error((await response.json().catch(() => ({}))).message ?? 'Please try again later.')
  asking.abort()
  const link = document.createElement('a')
  link.href = path
  // Makes the browser download the file under the name in the response, instead of opening it.
  link.download = ''
  link.click()
}
