import type { ItemFormState } from '../../accounts/manage-forms/item-field.tsx'
import { useSiteName } from '../../shared/branding/title.tsx'
import { Button } from '../../ui/button.tsx'
import type { valuesOf } from './settings-fields.ts'
import { TEMPLATES } from './templates.ts'

type Name = keyof ReturnType<typeof valuesOf>

interface Props {
  name: Name
  state: ItemFormState<Name>
}

/** A button that fills an empty field with its template. Renders nothing for a filled field or one without. */
export function TemplateButton({ name, state: { form, values } }: Props) {
  const siteName = useSiteName()
  if (!hasTemplate(name) || values[name].trim() !== '') return null
  const fill = () => {
    form.setValue(name, TEMPLATES[name](values.name.trim() || siteName) as never, { shouldDirty: true })
    form.setFocus(name as never)
  }
  return (
    <Button kind="quiet" className="justify-self-start" onClick={fill}>
      {`Use the ${name} template`}
    </Button>
  )
}

function hasTemplate(name: Name): name is keyof typeof TEMPLATES {
  return name in TEMPLATES
}
