// Runs the default export of a module in a thread of Piscina, which loads this file with `require`. Loading ES modules
// that way is experimental in Node 20: it may hang, and aborts the process when the thread is ended meanwhile.
const { setPriority } = require('node:os')
const { workerData } = require('node:worker_threads')

// Not while it loads, because a start may wait for it. Only Linux has a priority for each thread.
const loading = import(workerData.module).finally(() => {
  if (workerData.hasLowPriority && process.platform === 'linux') setPriority(10)
})
module.exports = async (job) => (await loading).default(job)
