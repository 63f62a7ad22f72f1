import { Button } from '../button.tsx'

interface Props {
  /** Error message, such as "Posts could not be loaded". */
  title: string
  children?: string
  onRetry?: () => void
  pending?: boolean
}

export function ErrorState(props: Props) {
  const { title, children = 'Check your connection and try again.', onRetry, pending } = props
  return (
    <div role="alert" className="grid justify-items-start gap-1 rounded-lg border border-line bg-raised p-5">
      <p className="font-semibold">{title}</p>
      <p className="text-muted">{children}</p>
      {onRetry && (
        <Button kind="quiet" icon="icon-rotate-cw" pending={pending} onClick={onRetry} className="mt-3">
          Try again
        </Button>
      )}
    </div>
  )
}
