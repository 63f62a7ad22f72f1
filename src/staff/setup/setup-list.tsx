import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useSession } from '../../accounts/session/session.tsx'
import { api, client } from '../../core/client.ts'
import { showFailureToast } from '../../core/failure-toast.ts'
import { hasRole } from '../../core/viewer.ts'
import { Button } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { ConfirmDialog } from '../../ui/overlay/dialog.tsx'
import type { Setup } from './contract.ts'
import { SETUP_TEXT, type SetupStep } from './policy.ts'
import { StarterContent } from './starter-content.tsx'

/** Lists what a new forum needs, for admins, until one of them dismisses it. */
export function SetupList() {
  const { viewer } = useSession()
  const isAdmin = hasRole(viewer, 'admin')
  const { data } = useQuery({ ...api.setup.read.queryOptions({ staleTime: 0 }), enabled: isAdmin })
  if (!isAdmin || !data || data.steps.length === 0) return null
  return <Steps steps={data.steps} />
}

function Steps({ steps }: Pick<Setup, 'steps'>) {
  const [isAsked, setIsAsked] = useState(false)
  const { complete, dismiss } = useSetup()
  const left = steps.filter(({ done }) => !done).length
  return (
    <section aria-labelledby="setup" className="mt-6 rounded-lg border border-line bg-raised p-4 md:p-5">
      <div className="flex items-start justify-between gap-4">
        <div>
          <h2 id="setup" className="text-xl">
            Set up your forum
          </h2>
          <p role="status" className="text-sm text-muted">
            {left === 0 ? 'All done.' : `${steps.length - left} of ${steps.length} done`}
          </p>
        </div>
        <IconButton
          label="Dismiss the set-up list"
          icon="icon-x"
          onClick={() => (left === 0 ? void dismiss() : setIsAsked(true))}
        />
      </div>
      <ol className="mt-2 grid gap-x-8 md:grid-cols-2">
        {steps.map(({ step, done }) => (
          <Step key={step} step={step} done={done} onComplete={() => complete(step)} />
        ))}
      </ol>
      <StarterContent />
      <ConfirmDialog
        open={isAsked}
        onClose={() => setIsAsked(false)}
        title="Dismiss the set-up list?"
        description={`${left} ${left === 1 ? 'step is' : 'steps are'} not done. The list won’t come back, for other admins either.`}
        confirmLabel="Dismiss"
        onConfirm={dismiss}
      />
    </section>
  )
}

interface StepProps {
  step: SetupStep
  done: boolean
  onComplete: () => void
}

function Step({ step, done, onComplete }: StepProps) {
  const { title, about, href, label } = SETUP_TEXT[step]
  return (
    <li className="flex gap-3 border-t border-line py-3">
      <span
        className={`mt-0.5 grid size-5 flex-none place-items-center rounded-full border ${done ? 'border-good text-good' : 'border-line'}`}
      >
        {done && <Icon icon="icon-check" className="size-3.5" />}
      </span>
      <div className="min-w-0">
        <h3 className={`font-sans text-base font-semibold ${done ? 'text-muted' : ''}`}>
          {title}
          {done && <span className="sr-only"> (done)</span>}
        </h3>
        {!done && (
          <>
            <p className="text-sm text-muted">{about}</p>
            <p className="mt-1 flex flex-wrap items-center gap-x-5 text-sm">
              <a
                href={href}
                className="inline-flex min-h-8 items-center text-act underline-offset-4 hover:underline pointer-coarse:min-h-11"
              >
                {label}
              </a>
              <Button kind="link" aria-label={`Mark as done: ${title}`} onClick={onComplete}>
                Mark as done
              </Button>
            </p>
          </>
        )}
      </div>
    </li>
  )
}

function useSetup() {
  const queryClient = useQueryClient()
  const show = (setup: Setup) => queryClient.setQueryData(api.setup.read.queryKey(), setup)
  return {
    complete: async (step: SetupStep) => {
      try {
        show(await client.setup.complete({ step }))
        document.getElementById('main')?.focus({ preventScroll: true })
      } catch (error) {
        showFailureToast('The step could not be marked as done', error)
      }
    },
    dismiss: async () => {
      try {
        show(await client.setup.dismiss())
        return true
      } catch (error) {
        showFailureToast('The list could not be dismissed', error)
        return false
      }
    },
  }
}
