import { type ComponentProps, type ReactNode, useId } from 'react'
import { Announcement } from '../feedback/announcement.tsx'
import { formatNumber } from '../format/format-number.ts'
import { CONTROL } from './control-look.ts'
import { remainingCharactersText } from './remaining-characters.ts'

interface FieldProps {
  label: string
  /** A sentence of help below the control. */
  hint?: ReactNode
  error?: string | undefined
  /** Number of typed characters. If `limit` is set, shown as "n/limit unit". */
  count?: number
  limit?: number
  unit?: string
  /** Omits the star that marks a required field. */
  unmarked?: boolean
  /** Content next to the label, such as a link for resetting the password. */
  aside?: ReactNode
}

type InputProps = FieldProps & ComponentProps<'input'>
type TextareaProps = FieldProps & ComponentProps<'textarea'>

/** A text field. Accepts the result of react-hook-form's `register`. */
export function Field(props: InputProps) {
  const [field, { className = '', ...input }] = split(props)
  return (
    <LabelledControl {...field} required={input.required && !field.unmarked} id={input.id}>
      {(control) => (
        <input
          type="text"
          dir={directionOf(input.type)}
          {...input}
          {...control}
          className={`${CONTROL} min-h-11 ${className}`}
        />
      )}
    </LabelledControl>
  )
}

/** Returns the `dir` attribute. Text can be in any direction, but URLs, emails and dates cannot. */
function directionOf(type = 'text') {
  return type === 'text' || type === 'search' ? 'auto' : undefined
}

export function TextareaField(props: TextareaProps) {
  const [field, { className = '', ...textarea }] = split(props)
  return (
    <LabelledControl {...field} required={textarea.required} id={textarea.id}>
      {(control) => (
        <textarea
          dir="auto"
          {...textarea}
          {...control}
          className={`${CONTROL} min-h-28 field-sizing-content ${className}`}
        />
      )}
    </LabelledControl>
  )
}

interface Control {
  id: string
  'aria-describedby': string | undefined
  'aria-invalid': true | undefined
}

interface LabelledControlProps extends FieldProps {
  id?: string | undefined
  required?: boolean | undefined
  children: (control: Control) => ReactNode
}

/** Shows the label, hint, error and counter of a control. */
export function LabelledControl(props: LabelledControlProps) {
  const { label, hint, error, count, limit, unit, aside, children, ...rest } = props
  const generated = useId()
  const id = rest.id ?? generated
  const counted = count !== undefined && limit !== undefined
  const described = [error && `${id}-error`, hint && `${id}-hint`, counted && `${id}-count`]
    .filter(Boolean)
    .join(' ')
  return (
    <div className="grid gap-1.5">
      <div className="flex items-baseline justify-between gap-4">
        <label htmlFor={id} id={`${id}-label`} className="font-medium">
          {label}
          {rest.required && (
            <span aria-hidden="true" className="text-faint">
              {' '}
              *
            </span>
          )}
        </label>
        {aside}
      </div>
      {children({ id, 'aria-describedby': described || undefined, 'aria-invalid': error ? true : undefined })}
      <div className="flex flex-wrap justify-between gap-x-4 text-sm text-faint empty:hidden">
        {error && (
          <p id={`${id}-error`} role="alert" className="text-bad">
            {error}
          </p>
        )}
        {hint && <p id={`${id}-hint`}>{hint}</p>}
        {counted && <Counter id={`${id}-count`} count={count} limit={limit} unit={unit} />}
      </div>
    </div>
  )
}

interface CounterProps {
  id: string
  count: number
  limit: number
  unit: string | undefined
}

function Counter({ id, count, limit, unit }: CounterProps) {
  return (
    <>
      <p id={id} className={`ml-auto tabular-nums ${count > limit ? 'text-bad' : ''}`}>
        {formatNumber(count)}/{formatNumber(limit)}
        {unit && ` ${unit}`}
      </p>
      <Announcement>{remainingCharactersText(count, limit)}</Announcement>
    </>
  )
}

function split<Props extends FieldProps>(props: Props) {
  const { label, hint, error, count, limit, unit, unmarked, aside, ...control } = props
  return [{ label, hint, error, count, limit, unit, unmarked, aside } as FieldProps, control] as const
}
