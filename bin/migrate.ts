// `npm run migrate`: brings the database up to the code, on the running forum's database if there is one.
import { withForum } from './forum.ts'

withForum(async () => console.log('The database is up to date.'))
