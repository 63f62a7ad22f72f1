import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { api, client } from '../../core/client.ts'
import { Button } from '../../ui/button.tsx'
import { toast, toastError } from '../../ui/feedback/toast.ts'
import type { DigestChoice } from './contract.ts'
import { DIGEST_FREQUENCIES, type DigestFrequency } from './policy.ts'

const LABELS: Record<DigestFrequency, string> = { off: 'Never', daily: 'Every day', weekly: 'Every Monday' }
const SAVED: Record<DigestFrequency, string> = {
  off: 'You won’t get a digest',
  daily: 'You’ll get a digest every day',
  weekly: 'You’ll get a digest every Monday',
}

export function DigestSettings() {
  const { data: saved, isError, refetch } = useQuery(api.digest.read.queryOptions())
  const { chosen, save } = useSave()
  const data = chosen ?? saved
  if (isError && !data)
    return (
      <p role="alert">
        Your digest settings could not be loaded.{' '}
        <Button kind="link" onClick={() => void refetch()}>
          Try again
        </Button>
      </p>
    )
  const choose = (frequency: DigestFrequency) =>
    data && save({ ...data, frequency, ...(data.frequency === 'off' && { time_zone: zoneHere() }) })
  return (
    <fieldset disabled={!data} aria-busy={!data || chosen !== undefined || undefined} className="min-w-0">
      <legend className="font-semibold">Digest</legend>
      <p className="mt-1 text-sm text-muted">
        An email with your unread notifications and the best new posts. We don’t send it when there’s nothing
        new. After eight weeks without a visit, it’s monthly. We don’t track whether you open it.
      </p>
      <div className="mt-2 flex flex-wrap gap-x-6">
        {DIGEST_FREQUENCIES.map((frequency) => (
          <label key={frequency} className="flex min-h-11 items-center gap-2">
            <input
              type="radio"
              name="digest"
              value={frequency}
              checked={data?.frequency === frequency}
              onChange={() => choose(frequency)}
              className="size-4 accent-act"
            />
            {LABELS[frequency]}
          </label>
        ))}
      </div>
      {data && data.frequency !== 'off' && <Clock digest={data} save={save} />}
    </fieldset>
  )
}

function Clock({ digest, save }: { digest: DigestChoice; save: (digest: DigestChoice) => void }) {
  const here = zoneHere()
  return (
    <div className="mt-2 flex flex-wrap items-center gap-x-4 gap-y-2">
      <label className="flex items-center gap-2">
        At
        <select
          value={digest.hour}
          onChange={({ target }) => save({ ...digest, hour: Number(target.value) })}
          className="min-h-11 rounded-lg border border-line bg-raised px-2"
        >
          {HOURS.map((hour) => (
            <option key={hour} value={hour}>{`${String(hour).padStart(2, '0')}:00`}</option>
          ))}
        </select>
      </label>
      <span className="text-muted">{`time zone: ${digest.time_zone}`}</span>
      {here !== digest.time_zone && (
        <Button kind="link" onClick={() => save({ ...digest, time_zone: here })}>
          {`Use this device’s time zone, ${here}`}
        </Button>
      )}
    </div>
  )
}

const HOURS = Array.from({ length: 24 }, (_, hour) => hour)

/** Shows a choice before it is saved, and reverts it on failure. Saves run one after another. */
function useSave() {
  const queryClient = useQueryClient()
  const { queryKey } = api.digest.read.queryOptions()
  const [chosen, setChosen] = useState<DigestChoice>()
  const { mutate } = useMutation({
    scope: { id: 'digest' },
    networkMode: 'always',
    mutationFn: async (digest: DigestChoice) => {
      await queryClient.cancelQueries({ queryKey })
      queryClient.setQueryData(queryKey, await client.digest.update(digest))
    },
    onSuccess: (_, { frequency }) =>
      toast({ kind: 'success', title: 'Digest settings saved', description: SAVED[frequency] }),
    onError: () => toastError('This could not be saved', 'Please try again later'),
    onSettled: (_, __, digest) => setChosen((newest) => (newest === digest ? undefined : newest)),
  })
  const save = (digest: DigestChoice) => {
    setChosen(digest)
    mutate(digest)
  }
  return { chosen, save }
}

function zoneHere(): string {
  return Intl.DateTimeFormat().resolvedOptions().timeZone || 'UTC'
}
