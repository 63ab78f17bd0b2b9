// Runs the default export of a module in a thread of Piscina, which loads this file with `require`. Loading ES modules
// that way is experimental in Node 20: it may hang, and aborts the process when the thread is ended meanwhile.
const { workerData } = require('node:worker_threads')

const loading = import(workerData.module)
module.exports = async (job) => (await loading).default(job)
