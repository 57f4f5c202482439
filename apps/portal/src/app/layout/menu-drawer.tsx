import Drawer from '@mui/material/Drawer'
import type { ReactNode } from 'react'

/** Drawer for the sidebar where there is no room beside the screen. */
export const MenuDrawer = (drawer: { open: boolean; onClose: () => void; children: ReactNode }) => <Drawer {...drawer} />
