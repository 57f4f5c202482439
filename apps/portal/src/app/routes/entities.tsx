import { FileUp, Plus } from 'lucide-react'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { type Entity, ENTITY_VIEWS, EntityTable, ImportDialog, useEntitiesAddress } from '../../features/entities/index.js'
import { useGiving } from '../../features/subscriptions/index.js'
import { useTagFilter, useTagging } from '../../features/tags/index.js'
import { useTripsMail } from '../../features/trips/mail/use-trips-mail.js'
import { ViewTabs } from '../../components/view-tabs.js'
import { ActionButton } from '../../components/action-button.js'
import { useMissingRight } from '../../lib/session/missing-right.js'
import { usePermission } from '../../lib/session/session.js'
import { useIsNarrow } from '../../lib/use-is-narrow.js'
import { RowMenu } from '../../table/index.js'
import { Page } from '../../components/page.js'
import { entityPaths } from './entity-paths.js'

/** Vehicle records: a table in its views, with the actions for each vehicle. */
export function Component() {
  const { t } = useTranslation('entities')
  const [hasMap, mayInstall] = [usePermission('read:map'), usePermission('create:entity')]
  const tagFilter = useTagFilter()
  const tagging = useTagging<Entity>()
  const tripsMail = useTripsMail<Entity>()
  const giving = useGiving<Entity>()
  const mayRestore = usePermission('delete:entity')
  const missingRight = useMissingRight('create:entity')
  const address = useEntitiesAddress()
  const mayImport = usePermission('manage:devices')
  const paths = useMemo(() => entityPaths(hasMap, mayInstall, mayImport), [hasMap, mayInstall, mayImport])
  const isNarrow = useIsNarrow()
  const load = {
    label: t('import.title'),
    icon: FileUp,
    disabledBecause: missingRight,
    onAct: () => address.show('import:entities'),
  }
  const view = address.view === 'deleted' && !mayRestore ? 'all' : address.view
  return (
    <Page
      title={t('screen.title')}
      meta={t('screen.purpose')}
      isFilling
      actions={
        <>
          {isNarrow ? (
            <RowMenu name={t('screen.title')} actions={[load]} />
          ) : (
            <ActionButton disabledBecause={missingRight} startIcon={<FileUp />} onClick={load.onAct}>
              {load.label}
            </ActionButton>
          )}
          <ActionButton variant="contained" disabledBecause={missingRight} startIcon={<Plus />} onClick={() => address.create()}>
            {t('new')}
          </ActionButton>
        </>
      }
    >
      <ViewTabs
        label={t('views.label')}
        views={ENTITY_VIEWS.filter((one) => one !== 'deleted' || mayRestore)}
        view={view}
        titleOf={(one) => t(`views.${one}`)}
        onView={address.setView}
      />
      <EntityTable
        view={view}
        address={address}
        paths={paths}
        tagFilter={tagFilter}
        moreActions={[...tagging.actions, giving, tripsMail.action]}
        onTag={tagging.tag}
      />
      {address.dialog && <ImportDialog onClose={address.closeForm} />}
      {tagging.dialog}
      {tripsMail.dialog}
    </Page>
  )
}
