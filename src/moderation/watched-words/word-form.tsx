import type { CustomField, ItemField } from '../../accounts/manage-forms/item-field.tsx'
import { ItemFieldControl, type ItemFormState } from '../../accounts/manage-forms/item-field.tsx'
import { ItemForm } from '../../accounts/manage-forms/item-form.tsx'
import { client } from '../../core/client.ts'
import type { Viewer } from '../../core/viewer.ts'
import { ChoiceField } from '../../ui/form/choice-field.tsx'
import type { ListedWord } from './contract.ts'
import { type WatchedAction, WORD_MAX, watchedWordInput } from './policy.ts'

interface Props {
  viewer: Viewer
  /** Word to edit, or undefined to add one. */
  item: ListedWord | undefined
  onClose: () => void
}

export function WordForm({ viewer, item, onClose }: Props) {
  return (
    <ItemForm
      viewer={viewer}
      kind="watched word"
      collection="watchedWords"
      item={item}
      valuesOf={valuesOf}
      readLatest={readLatest}
      schema={watchedWordInput}
      create={client.watchedWords.create}
      update={client.watchedWords.update}
      fields={FIELDS}
      href="/manage/watched-words"
      onClose={onClose}
    />
  )
}

async function readLatest(id: string): Promise<ListedWord | undefined> {
  const { items } = await client.watchedWords.list()
  return items.find((word) => word.id === id)
}

function valuesOf(word: ListedWord | undefined) {
  return { word: word?.word ?? '', action: word?.action ?? 'hold', replacement: word?.replacement ?? '' }
}

type Name = keyof ReturnType<typeof valuesOf>

const ACTION_CHOICES: readonly { value: WatchedAction; label: string; hint: string }[] = [
  {
    value: 'hold',
    label: 'Hold for approval',
    hint: 'A moderator approves new posts, comments and notes first. Edits and profiles can’t use the word.',
  },
  {
    value: 'replace',
    label: 'Replace',
    hint: 'Replaced when a text, message or profile is saved, so members see the result.',
  },
  {
    value: 'refuse',
    label: 'Refuse',
    hint: 'Texts, messages and profiles with it can’t be saved. The member keeps the text and is told the word.',
  },
]

const REPLACEMENT: ItemField<Name> = {
  type: 'line',
  name: 'replacement',
  label: 'Replacement',
  limit: WORD_MAX,
}

function ActionField({ state }: { state: ItemFormState<Name> }) {
  return (
    <>
      <ChoiceField label="Action" choices={ACTION_CHOICES} {...state.form.register('action')} />
      {state.values.action === 'replace' && <ItemFieldControl field={REPLACEMENT} state={state} />}
    </>
  )
}

const FIELDS: readonly (ItemField<Name> | CustomField<Name>)[] = [
  {
    type: 'line',
    name: 'word',
    label: 'Word or phrase',
    limit: WORD_MAX,
    required: true,
    hint: 'Finds whole words in any case. “spam*” also finds “spammer”.',
  },
  {
    name: 'action',
    labels: { action: 'Action', replacement: 'Replacement' },
    render: (state) => <ActionField state={state} />,
  },
]
