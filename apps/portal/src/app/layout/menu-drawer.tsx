import Drawer from '@mui/material/Drawer'
import type { ReactNode } from 'react'

/** Drawer that contains the sidebar if there is no room for it beside the screen. */
export const MenuDrawer = (drawer: { open: boolean; onClose: () => void; children: ReactNode }) => <Drawer {...drawer} />
