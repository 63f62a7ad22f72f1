import { useState } from 'react'
import { client } from '../../core/client.ts'
import { waitText } from '../../platform/http/rate.ts'
import { CONTROL } from '../../ui/form/control-look.ts'
import { Field, LabelledControl } from '../../ui/form/field.tsx'
import { toLocalInput, toUtc } from '../../ui/format/time-span.ts'
import type { PostModeration } from './contract.ts'
import { ModerationForm, useModeration } from './moderation-form.tsx'

interface Props {
  post: PostModeration
  onClose: () => void
}

export function LockForm({ post, onClose }: Props) {
  const moderate = useModeration()
  const [until, setUntil] = useState(() => toLocalInput(post.locked_until))
  return (
    <ModerationForm
      submitLabel="Lock"
      isIncomplete={!until}
      onClose={onClose}
      onSubmit={(grounds) =>
        moderate('Post locked', () =>
          client.postModeration.lock({ id: post.id, until: toUtc(until), ...grounds }),
        )
      }
    >
      {(errorOf) => (
        <Field
          label="Locked until"
          required
          type="datetime-local"
          value={until}
          error={errorOf('until')}
          hint="In your time zone. The lock then opens by itself."
          onChange={({ target }) => setUntil(target.value)}
        />
      )}
    </ModerationForm>
  )
}

/** Seconds to choose from. The API allows any number between them. */
const INTERVALS = [60, 300, 900, 3600, 14_400, 86_400]

export function SlowModeForm({ post, onClose }: Props) {
  const moderate = useModeration()
  const [seconds, setSeconds] = useState(post.slow_mode_seconds ?? 300)
  const choices = [...new Set([...INTERVALS, seconds])].sort((one, other) => one - other)
  return (
    <ModerationForm
      submitLabel="Turn On"
      isIncomplete={false}
      onClose={onClose}
      onSubmit={(grounds) =>
        moderate('Slow mode turned on', () =>
          client.postModeration.slowDown({ id: post.id, seconds, ...grounds }),
        )
      }
    >
      {(errorOf) => (
        <LabelledControl label="Time between a member’s comments" error={errorOf('seconds')}>
          {(control) => (
            <select
              {...control}
              value={seconds}
              onChange={({ target }) => setSeconds(Number(target.value))}
              className={`${CONTROL} min-h-11`}
            >
              {choices.map((choice) => (
                <option key={choice} value={choice}>
                  {waitText(choice)}
                </option>
              ))}
            </select>
          )}
        </LabelledControl>
      )}
    </ModerationForm>
  )
}
