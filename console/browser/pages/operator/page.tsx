import type { ComponentType } from 'preact'
import { MissingScopes } from '../../session/missing-scopes.tsx'
import { Sections, type Section } from '../../navigation/sections.tsx'
import { useText } from '../../text/language.tsx'
import type { PageProperties } from '../page-properties.ts'
import { Changes } from './changes/changes.tsx'
import { ResourceSection } from './editing/resource-section.tsx'
import { resources } from './editing/resources.ts'
import { Settings } from './editing/settings.tsx'
import { Background } from './platform/background.tsx'
import { Health } from './platform/health.tsx'
import { Partners } from './platform/partners.tsx'

const section = (
  path: string,
  title: Section['title'],
  scope: string | null,
  Part: ComponentType<PageProperties>,
): Section => ({
  path,
  title,
  scope,
  Section: Part,
})

const sections: readonly Section[] = [
  section('health', 'operator.health', null, Health),
  section('background', 'background.title', 'platform:manage', Background),
  section('partners', 'operator.partners', 'platform:manage', Partners),
  section('changes', 'changes.title', 'platform:manage', Changes),
  ...resources.map((resource) =>
    section(resource.path, resource.title, resource.scope, () => <ResourceSection resource={resource} />),
  ),
  section('charges', 'operator.charges', 'pricing:manage', Settings),
]

/** Pages for the operator's staff; each part needs its own scope. */
export default function OperatorPage({ segments }: PageProperties) {
  const translate = useText()
  return (
    <>
      <MissingScopes />
      <Sections label={translate('operator.title')} path="operator" sections={sections} segments={segments} />
    </>
  )
}
