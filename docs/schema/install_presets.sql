-- Written by api/install, tools/seed

CREATE TABLE install_presets (
  id integer GENERATED ALWAYS AS IDENTITY NOT NULL,
  user_id integer NOT NULL,
  name text NOT NULL,
  auto_import boolean DEFAULT false NOT NULL,
  vehicle_type text,
  brand text,
  model text,
  color text,
  engine_brand text,
  engine_model text,
  power_unit text,
  tags integer[] DEFAULT '{}'::integer[] NOT NULL,
  tag_groups integer[] DEFAULT '{}'::integer[] NOT NULL,
  target_group_id integer,
  business_id integer,
  created_at timestamp with time zone DEFAULT now() NOT NULL,
  updated_at timestamp with time zone DEFAULT now() NOT NULL,
  maintenance_plan_id integer,
  subscription_id integer,
  CONSTRAINT install_presets_pkey PRIMARY KEY (id),
  CONSTRAINT install_presets_business_id_fkey FOREIGN KEY (business_id) REFERENCES businesses(id) ON DELETE SET NULL,
  CONSTRAINT install_presets_maintenance_plan_id_fkey FOREIGN KEY (maintenance_plan_id) REFERENCES maintenance_plans(id) ON DELETE SET NULL,
  CONSTRAINT install_presets_subscription_id_fkey FOREIGN KEY (subscription_id) REFERENCES subscriptions(id) ON DELETE SET NULL,
  CONSTRAINT install_presets_target_group_id_fkey FOREIGN KEY (target_group_id) REFERENCES tags(id) ON DELETE SET NULL,
  CONSTRAINT install_presets_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE,
  CONSTRAINT install_presets_brand_check CHECK ((length(brand) <= 100)),
  CONSTRAINT install_presets_color_check CHECK ((length(color) <= 100)),
  CONSTRAINT install_presets_engine_brand_check CHECK ((length(engine_brand) <= 100)),
  CONSTRAINT install_presets_engine_model_check CHECK ((length(engine_model) <= 100)),
  CONSTRAINT install_presets_model_check CHECK ((length(model) <= 100)),
  CONSTRAINT install_presets_name_check CHECK (((length(TRIM(BOTH FROM name)) >= 1) AND (length(TRIM(BOTH FROM name)) <= 100))),
  CONSTRAINT install_presets_power_unit_check CHECK ((length(power_unit) <= 100)),
  CONSTRAINT install_presets_vehicle_type_check CHECK ((vehicle_type = ANY (ARRAY['eBike'::text, 'eCargoBike'::text, 'speedPedelec'::text, 'eMoped'::text, 'moped'::text, 'automobile'::text, 'other'::text])))
);

CREATE UNIQUE INDEX install_presets_auto ON install_presets USING btree (user_id) WHERE auto_import;
CREATE INDEX install_presets_business ON install_presets USING btree (business_id);
CREATE INDEX install_presets_maintenance_plan ON install_presets USING btree (maintenance_plan_id);
CREATE UNIQUE INDEX install_presets_name ON install_presets USING btree (user_id, lower(name));
CREATE INDEX install_presets_subscription ON install_presets USING btree (subscription_id);
CREATE INDEX install_presets_target_group ON install_presets USING btree (target_group_id);

ALTER TABLE install_presets ENABLE ROW LEVEL SECURITY;
CREATE POLICY process_roadbook_web ON install_presets TO roadbook_web USING (true) WITH CHECK (true);
CREATE POLICY scope ON install_presets TO roadbook_api USING ((EXISTS ( SELECT 1
   FROM users u
  WHERE (u.id = install_presets.user_id)))) WITH CHECK (((EXISTS ( SELECT 1
   FROM users u
  WHERE (u.id = install_presets.user_id))) AND ((business_id IS NULL) OR ( SELECT scope_is_all() AS scope_is_all) OR (business_id IN ( SELECT scope_ids() AS scope_ids)))));

GRANT DELETE, INSERT, SELECT, UPDATE ON install_presets TO roadbook_api;
GRANT DELETE, INSERT, SELECT, UPDATE ON install_presets TO roadbook_web;
