import { usePermission, useSession } from '../../../lib/session/session.js'
import type { BusinessTree, TreeBusiness } from '../../../lib/businesses/business-tree.js'
import { BusinessDrawer } from '../dialogs/business-drawer.js'
import { DeleteDialog } from '../dialogs/delete-dialog.js'
import { LinkDialog } from '../dialogs/link-dialog.js'
import { MoveDialog } from '../dialogs/move-dialog.js'
import { NoActiveVendor } from '../dialogs/no-active-vendor.js'
import { RestsDrawer } from '../dialogs/rests-drawer.js'
import { CONTENTS, DIALOG_TYPES, type BusinessAddress, type Contents } from '../use-business-address.js'

interface BusinessDialogsProps {
  tree: BusinessTree
  node: TreeBusiness | undefined
  address: BusinessAddress
}

const idsOf = (text: string | null): number[] =>
  (text ?? '').split(',').flatMap((part) => (/^[1-9]\d{0,9}$/.test(part) ? [Number(part)] : []))

/** Shows the dialog that the URL names if the user has the right. Otherwise shows no dialog. */
export function BusinessDialogs({ tree, node, address }: BusinessDialogsProps) {
  const { user } = useSession()
  const may = {
    create: usePermission('create:business'),
    update: usePermission('update:business'),
    delete: usePermission('delete:business'),
    link: usePermission('link:business'),
    linkUser: usePermission('link:user'),
  }
  const { dialog, dialogType, detail, close } = address
  const isNew = dialogType === DIALOG_TYPES.create
  if (dialog === 'create:business') {
    if (isNew && !node && user.role_key !== 'super-admin') return <NoActiveVendor onClose={() => close()} />
    if (isNew ? !may.create : !may.update || !node) return null
    return <BusinessDrawer key={`${node?.id}-${dialogType}`} tree={tree} node={node} isNew={isNew} onClose={close} />
  }
  if (!node) return null
  if (dialog === 'move:business' && may.update)
    return <MoveDialog tree={tree} node={node} to={idsOf(detail('to'))[0] ?? null} onClose={() => close()} />
  if (dialog === 'rests:business' && may.update) return <RestsDrawer key={node.id} node={node} onClose={() => close()} />
  if (dialog === 'delete:vendor' && may.delete) return <DeleteDialog node={node} onClose={close} />
  const what = CONTENTS.find((one) => one === detail('what'))
  const ids = idsOf(detail('ids'))
  if (dialog === 'link:vendor' && may.link) {
    const kinds: Contents[] = ['devices', 'entities']
    const shown = what === 'entities' ? what : 'devices'
    return <LinkDialog node={node} kinds={kinds} what={shown} ids={ids} onClose={() => close()} />
  }
  if (dialog === 'link:user' && may.linkUser)
    return <LinkDialog node={node} kinds={['users']} what="users" ids={ids} onClose={() => close()} />
  return null
}
