import './theme.css';
import { createRoot } from 'react-dom/client';
import { createBrowserRouter, RouterProvider } from 'react-router-dom';
import { z } from 'zod';
import { routes } from './routes.tsx';

// Zod would otherwise try `new Function`, which the content security policy refuses and reports.
z.config({ jitless: true });

const root = document.getElementById('root');
if (!root) throw new Error('index.html has no #root.');
createRoot(root).render(<RouterProvider router={createBrowserRouter(routes)} />);
