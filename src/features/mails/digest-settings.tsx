import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { api, client } from '../../api/core/client.ts'
import { Button } from '../../ui/button.tsx'
import { toast, toastError } from '../../ui/feedback/toast.ts'
import type { Digest } from './contract.ts'
import { DIGEST_FREQUENCIES, type DigestFrequency } from './policy.ts'

const LABELS: Record<DigestFrequency, string> = { off: 'Never', daily: 'Every day', weekly: 'Every Monday' }
const SAVED: Record<DigestFrequency, string> = {
  off: 'You get no digest',
  daily: 'You get a digest every day',
  weekly: 'You get a digest every Monday',
}

export function DigestSettings() {
  const { data: saved, isError, refetch } = useQuery(api.digest.read.queryOptions())
  const { chosen, save } = useSave()
  const data = chosen ?? saved
  if (isError && !data)
    return (
      <p role="alert">
        How often you get a digest could not be loaded.{' '}
        <Button kind="link" onClick={() => void refetch()}>
          Load it again
        </Button>
      </p>
    )
  const choose = (frequency: DigestFrequency) =>
    data && save({ ...data, frequency, ...(data.frequency === 'off' && { time_zone: zoneHere() }) })
  return (
    <fieldset disabled={!data} aria-busy={!data || chosen !== undefined || undefined} className="min-w-0">
      <legend className="font-semibold">Digest</legend>
      <p className="mt-1 text-sm text-muted">
        A mail with what you have not read and the best of what is new. It is not sent when there is nothing
        to say, and once a month when you were not here for eight weeks. Nobody counts whether you open it.
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

function Clock({ digest, save }: { digest: Digest; save: (digest: Digest) => void }) {
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
      <span className="text-muted">{`in the time zone ${digest.time_zone}`}</span>
      {here !== digest.time_zone && (
        <Button kind="link" onClick={() => save({ ...digest, time_zone: here })}>
          {`Use that of this device, ${here}`}
        </Button>
      )}
    </div>
  )
}

const HOURS = Array.from({ length: 24 }, (_, hour) => hour)

/** Optimistic, reverted on failure. Saves run one after another. */
function useSave() {
  const queryClient = useQueryClient()
  const { queryKey } = api.digest.read.queryOptions()
  const [chosen, setChosen] = useState<Digest>()
  const { mutate } = useMutation({
    scope: { id: 'digest' },
    networkMode: 'always',
    mutationFn: async (digest: Digest) => {
      await queryClient.cancelQueries({ queryKey })
      queryClient.setQueryData(queryKey, await client.digest.update(digest))
    },
    onSuccess: (_, { frequency }) =>
      toast({ kind: 'success', title: 'Saved your digest', description: SAVED[frequency] }),
    onError: () => toastError('This could not be saved', 'Please try again later'),
    onSettled: (_, __, digest) => setChosen((newest) => (newest === digest ? undefined : newest)),
  })
  const save = (digest: Digest) => {
    setChosen(digest)
    mutate(digest)
  }
  return { chosen, save }
}

function zoneHere(): string {
  return Intl.DateTimeFormat().resolvedOptions().timeZone || 'UTC'
}
