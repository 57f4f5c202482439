import { BUSINESS_KINDS, type BusinessKind } from '@roadbook/contracts'
import { Link2, Unlink, WalletCards } from 'lucide-react'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Hint, Stack } from '../../components/layout/index.js'
import { Page } from '../../components/page.js'
import { ViewTabs } from '../../components/view-tabs.js'
import { NONE } from '../../lib/format/none.js'
import { useAddress } from '../../lib/screen-address.js'
import { useMissingRight } from '../../lib/session/missing-right.js'
import { defineList, listOf, ListTable, type BulkAction, type RowAction } from '../../table/index.js'
import { OfferDialog, type Offering } from './offer-dialog.js'
import { OFFERS_KEY, type Offers } from './subscription.js'

/** Kinds of business in the specification's order. */
const KINDS = ['enterprise', 'vendor', 'company', 'department'] as const satisfies readonly BusinessKind[]

const offersIn = (kind: BusinessKind) =>
  listOf('/api/v1/business-subscriptions', {
    key: [OFFERS_KEY, kind],
    conditions: [`kind:=${kind}`],
    nameOf: ({ name }) => name,
    csv: { fileName: 'business-subscriptions.csv' },
  })
const SOURCES = Object.fromEntries(BUSINESS_KINDS.map((kind) => [kind, offersIn(kind)])) as Record<
  BusinessKind,
  ReturnType<typeof offersIn>
>

const offers = defineList({
  texts: 'subscriptionManagement',
  source: SOURCES.vendor,
  icon: WalletCards,
  sort: 'name',
  columns: {
    name: {},
    parent_name: { isUnsortable: true, onCard: 'meta' },
    own: { isUnsortable: true, onCard: 'meta', render: ({ own }) => <Products offers={own} /> },
    inherited: { isUnsortable: true, render: ({ inherited }) => <Products offers={inherited} /> },
    vehicles_count: { isUnsortable: true, isNumeric: true },
    covered_count: { isUnsortable: true, isNumeric: true },
  },
  filters: {},
})

/** Lists products with their origin and whether the discount applies. */
function Products({ offers: some }: { offers: Offers['own'] }) {
  const { t } = useTranslation('subscriptionManagement')
  if (some.length === 0) return NONE
  return (
    <Stack gap={0}>
      {some.map(({ id, title, is_discounted, from_id, from_name }) => (
        <span key={id}>
          {is_discounted ? t('discounted', { title }) : title}
          {from_id !== null && <Hint>{from_name === null ? t('fromAbove') : t('from', { name: from_name })}</Hint>}
        </span>
      ))}
    </Stack>
  )
}

/**
 * Products offered to businesses, by kind of business (R-193, D.19). A business has its own offers and those inherited from the
 * businesses above.
 */
export function Component() {
  const { t } = useTranslation(['subscriptionManagement', 'businesses'])
  const { oneOf, goTo } = useAddress()
  const kind = oneOf('tab', KINDS)
  const missingRight = useMissingRight('manage:subscriptions')
  const [asked, setAsked] = useState<{ what: Offering; businesses: readonly Offers[] }>()
  const actionsOf = (business: Offers): RowAction[] => [
    {
      label: t('actions.attach'),
      icon: Link2,
      disabledBecause: missingRight,
      onAct: () => setAsked({ what: 'attach', businesses: [business] }),
    },
    {
      label: t('actions.detach'),
      icon: Unlink,
      isDanger: true,
      disabledBecause: missingRight ?? (business.own.length === 0 ? t('nothingOwn') : undefined),
      onAct: () => setAsked({ what: 'detach', businesses: [business] }),
    },
  ]
  const bulkActions = useMemo(
    (): BulkAction<Offers>[] => [
      {
        key: 'attach',
        label: t('actions.attach'),
        icon: Link2,
        disabledBecause: missingRight,
        hand: (businesses) => setAsked({ what: 'attach', businesses }),
      },
      {
        key: 'detach',
        label: t('actions.detach'),
        icon: Unlink,
        isDanger: true,
        disabledBecause: missingRight,
        hand: (businesses) => setAsked({ what: 'detach', businesses }),
      },
    ],
    [t, missingRight],
  )
  return (
    <Page title={t('screen.title')} meta={t('screen.purpose')} isFilling>
      <ViewTabs
        label={t('screen.title')}
        views={KINDS}
        view={kind}
        titleOf={(one) => t(`tabs.${one}`)}
        onView={(one) => goTo({ tab: one === KINDS[0] ? undefined : one })}
      />
      <ListTable key={kind} {...offers} source={SOURCES[kind]} actionsOf={actionsOf} bulkActions={bulkActions} />
      {asked && <OfferDialog {...asked} onClose={() => setAsked(undefined)} />}
    </Page>
  )
}
