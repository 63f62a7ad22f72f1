import type { Path } from 'react-hook-form'
import { CONTROL } from '../../ui/form/control-look.ts'
import { LabelledControl } from '../../ui/form/field.tsx'
import { errorText, type ItemFormState } from './item-field.tsx'

interface Props<Name extends string> {
  name: Name
  label: string
  required?: boolean
  hint: string
  state: ItemFormState<Name>
}

const HEX = /^#[0-9a-f]{6}$/i
const UNSET = '#888888'

/** A colour to pick or to type as `#rrggbb`. */
export function ColourField<Name extends string>({ name, label, required, hint, state }: Props<Name>) {
  const { form, values } = state
  const path = name as unknown as Path<Record<Name, string>>
  const pick = (colour: string) =>
    form.setValue(path, colour as never, { shouldDirty: true, shouldValidate: true })
  return (
    <LabelledControl
      label={label}
      {...(required && { required })}
      hint={hint}
      error={errorText(form.formState.errors, name)}
    >
      {(control) => (
        <div className="flex gap-2">
          <input
            type="color"
            aria-label={`Pick: ${label}`}
            value={HEX.test(values[name]) ? values[name].toLowerCase() : UNSET}
            onChange={(event) => pick(event.target.value)}
            className="size-11 flex-none cursor-pointer rounded-lg border border-line bg-sunken p-1.5"
          />
          <input
            {...control}
            {...form.register(path)}
            maxLength={20}
            autoComplete="off"
            spellCheck={false}
            className={`${CONTROL} min-h-11`}
          />
        </div>
      )}
    </LabelledControl>
  )
}
