import { createLink } from '@tanstack/react-router'
import type { ComponentProps } from 'react'
import { Spinner } from './feedback/spinner.tsx'
import { Icon } from './icon.tsx'

export type ButtonKind = 'primary' | 'quiet' | 'danger' | 'link'

interface Look {
  kind?: ButtonKind
  icon?: `icon-${string}`
}

interface ButtonProps extends ComponentProps<'button'>, Look {
  /** Disables the button, and shows a spinner and the `pendingLabel`, if there is one. */
  pending?: boolean | undefined
  pendingLabel?: string
}

export function Button(props: ButtonProps) {
  const { kind = 'primary', icon, pending, pendingLabel, className = '', children, ...rest } = props
  return (
    <button
      type="button"
      {...rest}
      disabled={rest.disabled || pending}
      aria-busy={pending || undefined}
      className={`${SHAPE} ${KINDS[kind]} ${className}`}
    >
      {pending ? <Spinner className="size-4" /> : icon && <Icon icon={icon} />}
      {pending && pendingLabel ? pendingLabel : children}
    </button>
  )
}

/** A link that looks like a button: `<ButtonLink to="/auth">Sign In</ButtonLink>`. */
export const ButtonLink = createLink(ButtonAnchor)

/** A link to a URL that the router does not handle, styled as a button. */
export function ButtonAnchor({
  kind = 'primary',
  icon,
  className = '',
  children,
  ...rest
}: ComponentProps<'a'> & Look) {
  return (
    <a {...rest} className={`${SHAPE} ${KINDS[kind]} ${className}`}>
      {icon && <Icon icon={icon} />}
      {children}
    </a>
  )
}

const SHAPE =
  'inline-flex min-h-10 max-md:min-h-11 pointer-coarse:min-h-11 items-center justify-center gap-2 rounded-lg text-center leading-tight font-semibold transition-colors duration-150 disabled:opacity-55'

const KINDS: Record<ButtonKind, string> = {
  primary: 'bg-act px-4 py-2 text-on-act hover:not-disabled:bg-act/88 forced-colors:border',
  quiet:
    'border border-line-strong px-4 py-2 text-text hover:not-disabled:border-faint hover:not-disabled:bg-raised',
  danger: 'border border-bad/50 px-4 py-2 text-bad hover:not-disabled:bg-bad/10',
  link: 'text-act underline-offset-4 hover:not-disabled:underline',
}
