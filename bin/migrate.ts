// `npm run migrate`: applies pending migrations.
import { withForum } from './forum.ts'

withForum(async () => console.log('The database is up to date.'))
