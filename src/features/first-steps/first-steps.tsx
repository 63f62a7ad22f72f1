import { useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { toast } from '../../ui/feedback/toast.ts'
import { IconButton } from '../../ui/icon-button.tsx'
import type { FirstSteps as State } from './contract.ts'
import { PEOPLE_TO_FOLLOW, type Step } from './policy.ts'
import { StepItem } from './step-item.tsx'
import { SuggestedPeople } from './suggested-people.tsx'

interface Props {
  state: State
  dismiss: () => Promise<void>
}

/** On a new member's home, until they are done or put away. */
export function FirstSteps({ state, dismiss }: Props) {
  const [isClosed, setClosed] = useState(false)
  if (isClosed) return null
  const close = async () => {
    setClosed(true)
    document.getElementById('main')?.focus({ preventScroll: true })
    await dismiss().catch(() => {
      setClosed(false)
      toast({ kind: 'error', title: 'Error', description: 'The first steps could not be put away.' })
    })
  }
  return <Steps state={state} onClose={() => void close()} />
}

function Steps({ state: { steps, people }, onClose }: { state: State; onClose: () => void }) {
  const left = steps.filter(({ done }) => !done).length
  return (
    <section
      aria-labelledby="first-steps"
      className="rounded-lg border border-line bg-raised px-4 py-4 md:px-5"
    >
      <div className="flex items-start justify-between gap-4">
        <div>
          <h2 id="first-steps" className="text-xl">
            First steps
          </h2>
          <p role="status" className="text-sm text-muted">
            {left === 0 ? 'All done. The forum is yours.' : `${steps.length - left} of ${steps.length} done`}
          </p>
        </div>
        {left > 0 && <IconButton label="Put the first steps away" icon="icon-x" onClick={onClose} />}
      </div>
      <ol className="mt-2">
        {steps.map(({ step, done }) => (
          <StepItem key={step} done={done} {...WORDS[step]}>
            {step === 'people' && !done && <SuggestedPeople people={people} />}
          </StepItem>
        ))}
      </ol>
      {left === 0 && (
        <Button kind="quiet" onClick={onClose} className="mt-3">
          Close
        </Button>
      )}
    </section>
  )
}

const WORDS: Record<Step, { title: string; about: string; links: { href: string; label: string }[] }> = {
  people: {
    title: `Follow ${PEOPLE_TO_FOLLOW} people`,
    about: 'What they publish and say appears in your activity.',
    links: [{ href: '/community', label: 'See who is here' }],
  },
  concept: {
    title: 'Follow a concept',
    about: 'Its new posts are then under Following in the forum.',
    links: [{ href: '/concepts', label: 'Browse concepts' }],
  },
  introduction: {
    title: 'Introduce yourself',
    about: 'A few words in your profile, or a first post.',
    links: [
      { href: '/edit-profile', label: 'Write your bio' },
      { href: '/create-post-rich', label: 'Write a post' },
    ],
  },
}
