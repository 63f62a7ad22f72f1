import { guards } from '../../api/core/procedure.server.ts'
import { tag } from '../../platform/tags.server.ts'
import { NAMES, nameTag } from '../authors/tags.server.ts'
import { renderMarkup } from '../markup/markup.server.ts'
import { profiles as contract } from './contract.ts'
import { findProfile, searchMembers } from './sql.server.ts'

const { visitor } = guards(contract)

const search = visitor.search.handler(async ({ context: { db }, input }) => {
  const { search, match, exclude } = input
  const items = await searchMembers(db, search.replace(/^@/, ''), { exclude, match })
  tag(NAMES)
  return { items, next: null }
})

const read = visitor.read.handler(async ({ context, input, errors }) => {
  tag(nameTag(input.username))
  const profile = await findProfile(context.db, input.username)
  if (!profile) throw errors.NOT_FOUND()
  tag(`profile:${profile.id}`, `follows:${profile.id}`)
  const { bio } = profile
  const [bio_html = null] = await renderMarkup(context, bio ? [{ content: bio }] : [])
  return { ...profile, bio_html }
})

export const profiles = { search, read }
