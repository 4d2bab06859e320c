import { startPushWorker, type WorkerScope } from './worker-events.ts'

// Of a service worker, which the types of a page do not have.
declare const self: WorkerScope

startPushWorker(self)
