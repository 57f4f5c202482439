-- Written by mailbox, tools/person

CREATE TABLE mailbox.mails (
  id bigint GENERATED ALWAYS AS IDENTITY NOT NULL,
  message_id text,
  envelope_from text NOT NULL,
  envelope_to text[] NOT NULL,
  subject text NOT NULL,
  raw bytea NOT NULL,
  received_at timestamp with time zone DEFAULT now() NOT NULL,
  CONSTRAINT mails_pkey PRIMARY KEY (id),
  CONSTRAINT mails_message_id_key UNIQUE (message_id)
);

GRANT DELETE, INSERT, SELECT, UPDATE ON mailbox.mails TO roadbook_mailbox;
