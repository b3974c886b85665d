-- A declared message is kept by its entity and what it follows from, and its text stands in the declaration.
update notification set notice = named.after
from (values
  ('order_created', 'order.create'),
  ('order_confirmed', 'order.confirm'),
  ('order_approved', 'order.approve'),
  ('order_rejected', 'order.reject'),
  ('order_cancelled', 'order.cancel'),
  ('application_approved', 'application.approve'),
  ('application_rejected', 'application.reject')
) as named (before, after)
where notification.notice = named.before;
