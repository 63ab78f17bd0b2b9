// Preloaded by the npm scripts: prints a message for a Node.js that is too old, where a module would fail with a stack
// trace. Uses syntax that any version can parse.
var minimum = /[\d.]+/.exec(require('../package.json').engines.node)[0]
var needed = minimum.split('.').map(Number)
var found = process.versions.node.split('.').map(Number)
if (found[0] < needed[0] || (found[0] === needed[0] && found[1] < (needed[1] || 0))) {
  process.stderr.write('Node.js ' + minimum + ' or later is needed, and this is ' + process.versions.node + '\n')
  process.exit(1)
}
