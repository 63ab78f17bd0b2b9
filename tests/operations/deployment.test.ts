import { spawnSync } from 'node:child_process'
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { BlockList, isIPv6 } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { describe, expect, it } from '@jest/globals'
import { parse, parseAllDocuments } from 'yaml'
import type { Json } from '../testkit/product.ts'
import { whereInstalled } from '../testkit/where-possible.ts'

const read = (file: string): string => readFileSync(file, 'utf8')
const filesIn = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.ya?ml$/.test(file))
    .map((file) => path.join(folder, file))

interface Container {
  readonly image: string
  readonly user?: string
  readonly read_only?: boolean
  readonly command?: readonly string[]
  readonly environment?: Readonly<Record<string, string>>
}
interface Probe {
  readonly httpGet: { readonly path: string; readonly port: string }
}
interface Deployment {
  readonly spec: {
    readonly template: {
      readonly spec: {
        readonly terminationGracePeriodSeconds: number
        readonly securityContext: object
        readonly containers: readonly {
          readonly ports: readonly { readonly containerPort: number }[]
          readonly env: readonly { readonly name: string; readonly value: string }[]
          readonly startupProbe: Probe
          readonly livenessProbe: Probe
          readonly readinessProbe: Probe
          readonly securityContext: object
        }[]
      }
    }
  }
}

const [, settingsTable = ''] = /\n## Settings\n([\s\S]*?)\n## /.exec(read('docs/operators/operations.md')) ?? []
/** Settings of the product; tests/codebase/settings-table.test.ts compares the table with the code. */
const settings = new Set(
  settingsTable
    .split('\n')
    .filter((line) => line.startsWith('| `'))
    .flatMap((row) => [...(row.split('|')[1] ?? '').matchAll(/`(\w+)`/g)].map(([, name = '']) => name)),
)
const unknownSettings = (names: readonly string[]): string[] => names.filter((name) => !settings.has(name))

const containerfile = read('Containerfile')
const finalStage = containerfile.slice(containerfile.lastIndexOf('\nFROM '))
const compose = parse(read('compose.yaml'), { merge: true }) as { services: Record<string, Container> }
const own = Object.values(compose.services).filter(({ image }) => image.includes('cenotes'))
const deployment = parse(read('ops/kubernetes/base/deployment.yaml')) as Deployment
const pod = deployment.spec.template.spec
const [container] = pod.containers

/** The product's paths for operators, from where they are registered. */
const isProbe = (address: string): boolean => read('platform/http/health-endpoints.ts').includes(`app.get('${address}'`)

describe('deployment files', () => {
  it('parse, every file in ops/ too', () => {
    const files = ['compose.yaml', ...filesIn('ops')]
    expect(files.length).toBeGreaterThan(8)
    const errors = files.flatMap((file) =>
      parseAllDocuments(read(file), { merge: true }).flatMap((document) => document.errors.map((e) => `${file}: ${e}`)),
    )
    expect(errors).toEqual([])
  })

  it('name no image by the tag latest, or by none', () => {
    const images = [
      ...[...containerfile.matchAll(/^ARG \w+_IMAGE=(\S+)/gm)].map(([, image = '']) => image),
      ...Object.values(compose.services).map(({ image }) => image.replace(/^\$\{\w+:-(.+)\}$/, '$1')),
      ...filesIn('ops/kubernetes').flatMap((file) =>
        [...read(file).matchAll(/^\s+image: (\S+)/gm)].map(([, i = '']) => i),
      ),
    ]
    expect(images.length).toBeGreaterThan(10)
    expect(images.filter((image) => !/:[\w.-]+$/.test(image) || image.endsWith(':latest'))).toEqual([])
  })

  it('give the image the version of the product', () => {
    const { version } = JSON.parse(read('package.json')) as { version: string }
    for (const { image } of own) expect(image).toBe(`\${CENOTES_IMAGE:-cenotes:${version}}`)
    expect(read('ops/kubernetes/base/deployment.yaml')).toContain(`image: cenotes:${version}\n`)
  })
})

describe('the Containerfile', () => {
  it('runs the product as another user than root, with only production packages', () => {
    expect(finalStage).toMatch(/^USER 65532:65532$/m)
    expect(containerfile).toMatch(/^RUN npm ci --omit=dev --omit=optional .*--ignore-scripts/m)
    // It makes npm install development packages in spite of --omit.
    expect(read('.npmrc')).toContain('include=dev')
    const packages = containerfile.slice(containerfile.indexOf('AS packages'), containerfile.lastIndexOf('\nFROM '))
    expect([...packages.matchAll(/^COPY .*$/gm)].join('\n')).not.toContain('.npmrc')
  })

  it('sets only settings of the product, and asks a path that exists for its health', () => {
    const [, variables = ''] = /^ENV (.+)$/m.exec(finalStage) ?? []
    expect(unknownSettings(variables.split(' ').map((pair) => pair.split('=')[0] ?? ''))).toEqual([])
    const [, probe = ''] = /PORT\}(\/\w+)`/.exec(finalStage) ?? []
    expect(isProbe(probe)).toBe(true)
  })

  it('copies only what the ignore file lets into the image', () => {
    const lines = read('.containerignore').split('\n')
    expect(read('.dockerignore')).toBe(read('.containerignore'))
    for (const [, sources = ''] of containerfile.matchAll(/^COPY ((?!--from).+) \S+$/gm))
      for (const source of sources.split(' ').filter((name) => name !== '.')) {
        expect(existsSync(source)).toBe(true)
        expect(lines.some((line) => line === `!${source}` || source.startsWith(`${line.slice(1)}/`))).toBe(true)
      }
    // What the build reads: scripts/build.mjs and the pages of the documentation.
    const code = ['main.ts', 'product.ts', 'workers.ts', 'config.ts', 'prisma.config.ts', 'scripts', 'cli', 'bench']
    const services = [
      'gateway',
      'packages',
      'platform',
      'rest-facade',
      'schema',
      'subgraphs',
      'site',
      'console',
      'demo',
    ]
    const needed = [...code, ...services, 'clients/typescript', 'docs', 'CHANGELOG.md', 'CONTRIBUTING.md']
    expect(needed.filter((name) => !lines.includes(`!${name}`))).toEqual([])
  })

  it('keeps the modules of OpenTelemetry that Node.js loads, and not its other copies of them', () => {
    const { dependencies } = JSON.parse(read('package.json')) as { dependencies: Record<string, string> }
    const names = Object.keys(dependencies).filter((name) => name.startsWith('@opentelemetry/'))
    expect(names.length).toBeGreaterThan(2)
    const folder = mkdtempSync(path.join(tmpdir(), 'cenotes-slim-'))
    try {
      for (const name of names)
        for (const copy of ['src', 'esm', 'esnext'])
          mkdirSync(path.join(folder, name, 'build', copy), { recursive: true })
      mkdirSync(path.join(folder, '@prisma/client/runtime'), { recursive: true })
      expect(spawnSync('sh', ['ops/container/slim.sh', folder]).status).toBe(0)
      for (const name of names) {
        expect(readdirSync(path.join(folder, name, 'build'))).toEqual(['src'])
        expect(import.meta.resolve(name)).toContain(`/${name}/build/src/`)
      }
    } finally {
      rmSync(folder, { recursive: true, force: true })
    }
  })

  it('keeps the files of Prisma that the generated clients load', () => {
    const folder = mkdtempSync(path.join(tmpdir(), 'cenotes-slim-'))
    try {
      const runtime = path.join(folder, '@prisma/client/runtime')
      mkdirSync(runtime, { recursive: true })
      for (const file of readdirSync('node_modules/@prisma/client/runtime')) writeFileSync(path.join(runtime, file), '')
      expect(spawnSync('sh', ['ops/container/slim.sh', folder]).status).toBe(0)
      const left = readdirSync(runtime)
      expect(left.filter((file) => /mysql|sqlite|\.map$/.test(file))).toEqual([])
      const generated = read('subgraphs/booking/generated/prisma/internal/class.ts')
      const loaded = [...generated.matchAll(/import\("@prisma\/client\/runtime\/([^"]+)"\)/g)].map(
        ([, name = '']) => name,
      )
      expect(loaded.length).toBeGreaterThan(1)
      expect(left).toEqual(expect.arrayContaining([...loaded, 'client.mjs']))
    } finally {
      rmSync(folder, { recursive: true, force: true })
    }
  })
})

describe('compose.yaml', () => {
  it('runs every container as another user than root on a read-only file system', () => {
    for (const [name, service] of Object.entries(compose.services)) {
      // That of the product is in its image.
      const user = own.includes(service) ? '65532' : service.user
      expect([name, user]).toEqual([name, expect.stringMatching(/^[1-9]\d*/)])
      expect([name, service.read_only]).toEqual([name, true])
    }
  })

  it('sets only settings of the product, at the ports that others reach it by', () => {
    expect(own.length).toBe(7)
    for (const { environment = {}, command = ['dist/main.js'] } of own) {
      expect(unknownSettings(Object.keys(environment))).toEqual([])
      const [program = ''] = command
      expect(existsSync(program.replace(/^dist\//, '').replace(/\.js$/, '.ts'))).toBe(true)
    }
    const addresses = [
      ...[...read('compose.yaml').matchAll(/http:\/\/([a-z-]+):(\d+)/g)],
      ...[...read('ops/proxy/nginx.conf').matchAll(/server ([a-z-]+):(\d+)/g)],
    ]
    expect(addresses.length).toBeGreaterThan(7)
    for (const [, host = '', port] of addresses)
      expect([host, compose.services[host]?.environment?.['PORT']]).toEqual([host, port])
  })
})

describe('the manifests for Kubernetes', () => {
  it('run the product as another user than root on a read-only file system, without rights', () => {
    expect(pod.securityContext).toMatchObject({ runAsNonRoot: true, runAsUser: 65532 })
    expect(container?.securityContext).toEqual({
      allowPrivilegeEscalation: false,
      readOnlyRootFilesystem: true,
      capabilities: { drop: ['ALL'] },
    })
  })

  it('probe paths that the product has, and route traffic by readiness', () => {
    expect(container?.readinessProbe.httpGet.path).toBe('/readyz')
    for (const probe of [container?.startupProbe, container?.livenessProbe, container?.readinessProbe])
      expect(isProbe(probe?.httpGet.path ?? '')).toBe(true)
    const port = container?.env.find(({ name }) => name === 'PORT')?.value
    expect(container?.ports[0]?.containerPort).toBe(Number(port))
  })

  it('set only settings of the product, and wait longer than it drains', () => {
    const literals = filesIn('ops/kubernetes').flatMap((file) =>
      [...read(file).matchAll(/^\s+- ([A-Z_]+)=/gm)].map(([, name = '']) => name),
    )
    expect(literals).toContain('PUBLIC_URL')
    expect(unknownSettings([...literals, ...(container?.env ?? []).map(({ name }) => name)])).toEqual([])
    const [, drain = ''] = /drainTimeoutMilliseconds = (\d+)_000/.exec(read('platform/server/run-server.ts')) ?? []
    expect(pod.terminationGracePeriodSeconds).toBeGreaterThan(Number(drain) + 5)
  })

  it('migrate by a command of the same image, without rights', () => {
    const job = parse(read('ops/kubernetes/base/migration.yaml')) as {
      spec: { template: { spec: { securityContext: object; containers: Record<string, unknown>[] } } }
    }
    const { securityContext, containers } = job.spec.template.spec
    expect(securityContext).toMatchObject({ runAsNonRoot: true, runAsUser: 65532 })
    expect(containers).toMatchObject([
      {
        image: /image: (\S+)/.exec(read('ops/kubernetes/base/deployment.yaml'))?.[1],
        args: ['dist/cli/migrate/main.js'],
        securityContext: container?.securityContext,
      },
    ])
    expect(existsSync('cli/migrate/main.ts')).toBe(true)
    expect(read('ops/kubernetes/base/kustomization.yaml')).toContain('- migration.yaml')
  })

  /** The documents of the files that a kustomization lists. */
  const manifests = (folder: string): Json[] => {
    const { resources } = parse(read(`${folder}/kustomization.yaml`)) as { resources: string[] }
    return resources
      .filter((file) => file.endsWith('.yaml'))
      .flatMap((file) => parseAllDocuments(read(`${folder}/${file}`)).map((document) => document.toJSON() as Json))
  }
  const ofKind = (documents: Json[], kind: string): Json => documents.find((document) => document.kind === kind) ?? {}
  const base = manifests('ops/kubernetes/base')
  const example = manifests('ops/kubernetes/example')
  /** Set on every object, selector and pod of the base. */
  const { pairs: label } = (parse(read('ops/kubernetes/base/kustomization.yaml')) as Json).labels[0]

  it('let only the Ingress and Prometheus reach the pods, at the ports that they open', () => {
    const { spec } = ofKind(base, 'NetworkPolicy')
    expect(spec.policyTypes).toEqual(['Ingress', 'Egress'])
    expect(spec.podSelector.matchLabels).toEqual(label)
    const opened = ofKind(base, 'Deployment').spec.template.spec.containers[0].ports
    expect(spec.ingress.flatMap(({ ports }: Json) => ports)).toEqual(
      opened.map(({ name }: Json) => ({ protocol: 'TCP', port: name })),
    )
    for (const peer of spec.ingress.flatMap(({ from }: Json) => from))
      expect(Object.keys(peer.namespaceSelector.matchLabels)).toEqual(['kubernetes.io/metadata.name'])
  })

  it('let the pods reach any public address, and private ones only at the ports of their services', () => {
    const { egress } = ofKind(base, 'NetworkPolicy').spec
    const anywhere = egress.filter(({ to }: Json) => to === undefined).flatMap(({ ports }: Json) => ports)
    expect(anywhere.map(({ port }: Json) => port)).toEqual(expect.arrayContaining([53, 5432, 6379, 587]))
    expect(anywhere.every(({ port }: Json) => Number.isInteger(port))).toBe(true)
    const blocks = egress.flatMap(({ to = [] }: Json) => to).map(({ ipBlock }: Json) => ipBlock)
    const excepted = new BlockList()
    for (const range of blocks.flatMap(({ except }: Json) => except as string[])) {
      const [address = '', bits] = range.split('/')
      excepted.addSubnet(address, Number(bits), isIPv6(address) ? 'ipv6' : 'ipv4')
    }
    for (const address of ['10.1.2.3', '172.31.0.1', '192.168.1.1', '169.254.169.254', '127.0.0.1', 'fd00::1', '::1'])
      expect([address, excepted.check(address, isIPv6(address) ? 'ipv6' : 'ipv4')]).toEqual([address, true])
    expect(excepted.check('198.51.100.7')).toBe(false)
  })

  it('have the Prometheus operator read the metrics of the service, as the job that the alerts name', () => {
    const { spec } = ofKind(example, 'ServiceMonitor')
    const service = ofKind(base, 'Service')
    expect(spec.selector.matchLabels).toEqual(label)
    expect(service.spec.ports.map(({ name }: Json) => name)).toContain(spec.endpoints[0].port)
    expect(read('platform/http/metrics-endpoint.ts')).toContain(`const path = '${spec.endpoints[0].path}'`)
    expect(read('ops/prometheus/alerts.yml')).toContain(`job="${label[spec.jobLabel]}"`)
  })

  it('back up the server each night without rights, and keep the last ones until a new one is complete', () => {
    const { schedule, concurrencyPolicy, jobTemplate } = ofKind(example, 'CronJob').spec
    const { securityContext, containers, volumes } = jobTemplate.spec.template.spec
    expect([schedule.split(' ').length, concurrencyPolicy]).toEqual([5, 'Forbid'])
    expect(securityContext).toMatchObject({ runAsNonRoot: true })
    const [backup] = containers
    expect(backup.image).toBe(compose.services['postgres']?.image)
    expect(backup.securityContext).toEqual(container?.securityContext)
    const [claim] = volumes
    expect(backup.volumeMounts).toEqual([{ name: claim.name, mountPath: '/backup' }])
    expect(ofKind(example, 'PersistentVolumeClaim').metadata.name).toBe(claim.persistentVolumeClaim.claimName)
    const folder = mkdtempSync(path.join(tmpdir(), 'cenotes-backup-'))
    try {
      // The script itself, with programs in place of those of PostgreSQL.
      const run = (verified: boolean): number | null => {
        for (const [name, body] of [
          ['pg_basebackup', 'for a; do case $a in --pgdata=*) mkdir "${a#--pgdata=}";; esac; done'],
          ['pg_verifybackup', verified ? 'test -d "$1"' : 'exit 1'],
        ] as const)
          writeFileSync(path.join(folder, name), `#!/bin/sh\n${body}\n`, { mode: 0o755 })
        const script = backup.args[0].replaceAll('/backup', path.join(folder, 'backup'))
        const [shell, ...options] = backup.command
        const environment = { PATH: `${folder}:${process.env['PATH']}`, SERVER: 'postgres://db', DAYS: '14' }
        return spawnSync(shell, [...options, script], { env: environment }).status
      }
      mkdirSync(path.join(folder, 'backup'))
      const old = path.join(folder, 'backup/2026-01-01T0815')
      mkdirSync(old)
      utimesSync(old, new Date('2026-01-01'), new Date('2026-01-01'))
      expect(run(false)).not.toBe(0)
      expect(existsSync(old)).toBe(true)
      expect(run(true)).toBe(0)
      const left = readdirSync(path.join(folder, 'backup'))
      expect(left).toEqual([expect.stringMatching(/^\d{4}-\d\d-\d\dT\d{4}$/)])
      expect(existsSync(old)).toBe(false)
    } finally {
      rmSync(folder, { recursive: true, force: true })
    }
  })

  it('count in the disruption budget only pods that are replaced', () => {
    const { selector } = ofKind(base, 'PodDisruptionBudget').spec
    expect(selector.matchExpressions).toEqual([{ key: 'batch.kubernetes.io/job-name', operator: 'DoesNotExist' }])
  })

  const hasKubectl = spawnSync('kubectl', ['version', '--client'], { stdio: 'ignore' }).status === 0
  whereInstalled(hasKubectl)('are built into one list of objects (kubectl)', () => {
    const { status, stdout } = spawnSync('kubectl', ['kustomize', 'ops/kubernetes/example'], { encoding: 'utf8' })
    expect(status).toBe(0)
    const kinds = parseAllDocuments(stdout).map((document) => (document.toJSON() as Json).kind as string)
    expect(kinds).toEqual(expect.arrayContaining(['NetworkPolicy', 'ServiceMonitor', 'CronJob', 'Deployment']))
  })

  it('scale by a metric that the product has and the adapter offers', () => {
    const [, metric = ''] = /metric: \{ name: (\w+) \}/.exec(read('ops/kubernetes/base/autoscaler.yaml')) ?? []
    expect(read('docs/operators/metrics.md')).toContain(`\`${metric}\``)
    expect(read('ops/kubernetes/prometheus-adapter.yaml')).toContain(`seriesQuery: '${metric}{`)
    expect(read('ops/prometheus/alerts.yml')).toContain('- alert: EventLoopDelay')
  })
})

describe('the units for systemd', () => {
  it.each(['cenotes.service', 'cenotes-part@.service'])('%s runs without rights and sets only settings', (file) => {
    const unit = read(`ops/systemd/${file}`)
    expect(unit).toMatch(/^User=cenotes$/m)
    expect(unit).toMatch(/^ProtectSystem=strict$/m)
    expect(unit).toMatch(/^CapabilityBoundingSet=$/m)
    const [, variables = ''] = /^Environment=(.+)$/m.exec(unit) ?? []
    expect(unknownSettings(variables.split(' ').map((pair) => pair.split('=')[0] ?? ''))).toEqual([])
  })
})

describe('npm run licenses', () => {
  const check = (packages: object) => {
    const folder = mkdtempSync(path.join(tmpdir(), 'cenotes-licenses-'))
    try {
      const lock = path.join(folder, 'lock.json')
      writeFileSync(lock, JSON.stringify({ packages }))
      return spawnSync(process.execPath, ['scripts/licenses.mjs', lock], { encoding: 'utf8' })
    } finally {
      rmSync(folder, { recursive: true, force: true })
    }
  }
  const entry = (license: string | undefined, rest: object = {}) => ({ version: '1.0.0', license, ...rest })

  it('accepts the production dependencies as they are locked', () => {
    expect(spawnSync(process.execPath, ['scripts/licenses.mjs'], { encoding: 'utf8' })).toMatchObject({
      status: 0,
      stderr: '',
    })
  })

  it.each(['GPL-3.0-only', 'AGPL-3.0', 'LGPL-2.1', 'MPL-2.0', 'MIT AND GPL-2.0', 'Elastic-2.0', undefined])(
    'refuses %s in a production dependency, and names the package',
    (license) => {
      const { status, stderr } = check({ 'node_modules/a/node_modules/b': entry(license) })
      expect([status, stderr]).toEqual([1, `Not allowed: b@1.0.0: ${license ?? 'no licence'}\n`])
    },
  )

  it('accepts a choice of licences with an allowed one, and any licence of development packages', () => {
    const packages = {
      'node_modules/choice': entry('(GPL-2.0 OR MIT)'),
      'node_modules/tool': entry('GPL-3.0-only', { dev: true }),
    }
    expect(check(packages)).toMatchObject({ status: 0, stderr: '' })
  })

  it('fails when it finds nothing to check', () => {
    expect(check({}).status).toBe(1)
  })
})
