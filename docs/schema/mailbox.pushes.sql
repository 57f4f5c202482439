-- Written by api/push (through keep_push)

CREATE TABLE mailbox.pushes (
  id bigint NOT NULL,
  kind text NOT NULL,
  address text NOT NULL,
  title text NOT NULL,
  body text NOT NULL,
  sent_at timestamp with time zone DEFAULT now() NOT NULL,
  CONSTRAINT pushes_pkey PRIMARY KEY (id)
);

GRANT DELETE, INSERT, SELECT, UPDATE ON mailbox.pushes TO roadbook_mailbox;
