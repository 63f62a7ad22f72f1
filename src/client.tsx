import { startApplication } from './starter.ts'

startApplication(() => import('./application.tsx'))
