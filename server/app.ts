import { Hono } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import { entities } from '../contract/index.ts';
import { message } from '../contract/message.ts';
import { notFound, Refusal } from './domain/refusal.ts';
import { assignmentRoutes } from './http/assignments.ts';
import { authRoutes } from './http/auth.ts';
import { consoleRoutes } from './http/console.ts';
import { onError } from './http/errors.ts';
import { authentication, origin, security } from './http/middleware.ts';
import { notificationRoutes } from './http/notifications.ts';
import { recordRoutes } from './http/records.ts';
import type { Env, Services } from './http/services.ts';
import { userRoutes } from './http/users.ts';
import { wellKnownRoutes } from './http/wellKnown.ts';

const maxBody = 1024 * 1024;

/**
 * The whole server as one function from request to response. A request passes from top to bottom; a call
 * that a declaration cannot say stands before the entities, whose calls are all alike.
 */
export function createApp(services: Services, consoleFolder?: string): Hono<Env> {
  const app = new Hono<Env>();
  app.onError(onError);
  app.use('*', origin(services));
  app.use('*', security(services.settings.publicUrl));
  app.route('/', wellKnownRoutes);
  app.use('/v1/*', authentication);
  app.use(
    '/v1/*',
    bodyLimit({
      maxSize: maxBody,
      onError: () => {
        throw new Refusal(413, message('too_large'));
      },
    }),
  );
  app.route('/v1/auth', authRoutes);
  app.route('/v1', userRoutes);
  app.route('/v1', assignmentRoutes);
  app.route('/v1/notification', notificationRoutes);
  for (const entity of entities) app.route(`/v1/${entity.name}`, recordRoutes(entity));
  app.all('/v1/*', () => {
    throw notFound();
  });
  if (consoleFolder) app.route('/', consoleRoutes(consoleFolder));
  return app;
}
